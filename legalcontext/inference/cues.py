"""The words that say what a place is to a matter, and what each relation counts for."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final[dict[str, float]] = {
    "court": 0.95,
    "event": 0.9,
    "property": 0.9,
    "work": 0.85,
    "new_job": 0.6,
    "agency": 0.85,
    "address": 0.8,
    "law": 0.8,
    "label": 0.9,
    "residence": 0.65,
    "moved_to": 0.65,
    "order": 0.55,
    "located": 0.5,
    "other_person": 0.4,
    "alone": 0.55,
    "from": 0.4,
    "named": 0.3,
    "company": 0.3,
    "destination": 0.25,
    "travel": 0.2,
    "clause": 0.15,
    "organised": 0.1,
    "past": 0.06,
    "origin": 0.05,
}
"""What each relation counts for. Where people, property, work and courts are decides; where a
company was organised, a choice of law and past homes hardly count (issue: what counts)."""

WHY: Final[dict[str, str]] = {
    "court": "A court sits there.",
    "event": "It happened there.",
    "property": "The property is there.",
    "work": "The work is there.",
    "new_job": "A new job is there.",
    "agency": "An agency of that place is named.",
    "address": "An address is there.",
    "law": "Its law is asked about or cited.",
    "label": "The place is given as such.",
    "residence": "Someone concerned lives there.",
    "moved_to": "Someone moved there.",
    "order": "An order or paper comes from there.",
    "located": "Something is said to be there.",
    "other_person": "Another person is there.",
    "alone": "The place is given by itself.",
    "from": "Someone says where they are from.",
    "named": "The place is named.",
    "company": "A company is there.",
    "destination": "Someone means to go there.",
    "travel": "Someone travelled there.",
    "clause": "A clause chooses its law.",
    "organised": "A company is organised there.",
    "past": "Someone lived there before.",
    "origin": "Someone comes from there.",
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LIVE: Final = _words(
    "live living residing resident residents residency domiciled stationed dwell vivo vivimos"
    " resido residimos viviendo radico residente"
)
LIVED: Final = _words("lived resided vivi vivia vivio")
WORK: Final = _words(
    "work works worked working job jobs employer employers employed employee employees boss"
    " manager supervisor hired fired terminated laid wages paycheck payroll overtime workplace"
    " coworker shift warehouse factory restaurant plant restaurante salon taller fabrica trabajo"
    " trabaja trabajaba trabajamos trabaje empleador jefe patron empleo despidieron despidio"
    " despedido office nurse teacher employs"
)
PROPERTY: Final = _words(
    "house home homes apartment apartments apt condo condominium property land lease leased rent"
    " rents renting rented rental tenant tenants landlord landlords landlady evict evicted"
    " evicting eviction building duplex townhouse townhome cabin farm lot mortgage foreclosure"
    " foreclosed hoa deed flat flats roommate roommates homeowner homeowners parcel unit trailer"
    " bungalow place edificio local tienda casero casera arrendador arrendadora apartamento casa"
    " departamento propiedad piso renta alquilo alquiler inquilino inquilinos desalojo desalojar"
    " premises own owns bought basement storefront dorm cottage estate warehouse subletting sublet"
    " store shop timeshare hotel motel venue gym casino resort clinic bar club church rig owned"
    " inherited rento rentamos alquilamos cuarto habitacion"
)
EVENT: Final = _words(
    "arrested arrest ticket ticketed tickets accident crash collision wreck hit injured injury"
    " charged convicted dui dwi owi stopped cited citation detained jailed jail incarcerated"
    " prison happened incident attacked bitten fell slipped pulled crashed probate died passed"
    " custody divorce divorced divorcing separated caught shoplifting speeding assaulted robbed"
    " towed impounded surgery served sued suing file filed filing foreclosing warrant bail"
    " probation parole indicted prosecuted arraigned misdemeanor felony expunge expunged"
    " expungement arrestado arrestaron arresto multa accidente choque detuvieron detenido carcel"
    " divorcio custodia demanda demandar demandaron despidieron adopt adopting guardianship"
    " inherit evictions scammed hurt lost broke burned drowned ended repossessed rearended"
)
COURT: Final = _words(
    "court courts courthouse judge judges hearing hearings trial docket jury juror arraignment"
    " magistrate tribunal corte juez juzgado audiencia lawsuit case caso"
)
ORDER: Final = _words(
    "order orders decree judgment judgement letter notice license subpoena warrant papers summons"
    " orden sentencia registered paper citation complaint aviso carta papel papeles citacion"
    " notificacion demanda"
)
COMPANY: Final = _words(
    "company companies corporation corp firm seller sellers dealer dealership dealers manufacturer"
    " vendor supplier contractor headquartered headquarters hq business retailer website store"
    " startup llc bank lender insurer collector agency client clients customer customers empresa"
    " compania vendedor partner partners investor buyer offices office"
)
OWN_BUSINESS: Final = _words("my our own run start started open opened mi nuestra")
TRAVEL: Final = _words(
    "married wedding trip flight flights vacation vacationing visit visiting visited traveling"
    " travelling traveled travelled flew flying cruise tour tourist honeymoon viaje vuelo"
    " connecting"
)
ORIGIN: Final = _words(
    "born raised grew originally native ancestry immigrated emigrated roots nacido nacida naci"
    " originario originaria hails naturalised"
)
MEANT: Final = _words("moving relocating move relocate mudarme mudarnos mudar")
"""Forms of moving that tell a plan."""
NOW: Final = _words("now currently presently ahora actualmente aqui")
MOVED: Final = _words(
    "retired moved relocated relocating moving move moves relocate mude mudamos mudo mudarme mudar"
    " mudarnos"
)
PLANNED: Final = _words(
    "moving move relocating relocate planning plan plans want wants wanting going will might may"
    " thinking considering hoping hope about soon would could mudarme mudarnos quiero"
)
LEGAL: Final = _words(
    "law laws legal illegal statute statutes code rules rule regulations legally required allowed"
    " limitations ley leyes enforceable valid lawful recognize recognise under"
)
LAW_AFTER: Final = _words(
    "law laws statute statutes code codes rule rules regulation regulations legislature"
    " constitution legislation lawyer attorney attorneys lawyers bar ley"
)
AGENCY_AFTER: Final = _words(
    "department dept commission board bureau division agency commissioner authority dmv cps"
)
COURT_AFTER: Final = _words("court courts judge judges courthouse jury")
ORDER_AFTER: Final = _words(
    "order decree judgment judgement custody divorce subpoena warrant license licence"
)
PROPERTY_AFTER: Final = _words(
    "landlord landlords tenant tenants apartment house home condo property lease rental eviction"
    " evictions renter renters homeowner land rent real mortgage foreclosure hoa flat"
)
WORK_AFTER: Final = _words(
    "employer employers employee employees job worker workers office plant warehouse factory store"
    " overtime wage wages minimum boss branch location facility"
)
RESIDENT_AFTER: Final = _words("resident residents residency address native")
EVENT_AFTER: Final = _words(
    "police cops cop sheriff sheriffs trooper troopers ticket speeding dui dwi felony misdemeanor"
    " hospital arrest accident probate custody divorce jail prison conviction child"
)
COMPANY_AFTER: Final = _words(
    "corporation corp llc inc company lp llp limited partnership entity trust pllc gmbh ltd"
    " startup firm"
)
ORGANISED: Final = _words("organized organised incorporated formed chartered registered existing")
BREAKS: Final = _words(
    "and or but a an the my our his her i we he she they which where who is was has had"
)
SELF: Final = _words(
    "i we im ive my our me us id yo nosotros mi nuestro nuestra mis estoy estamos soy"
)
OTHERS: Final = _words(
    "ex he she they his her their who mother father mom dad brother sister son daughter husband"
    " wife uncle aunt cousin grandmother grandfather friend neighbor parents grandparents family"
    " mama papa madre padre hermano hermana hijo hija esposo esposa exesposo tio tia boyfriend"
    " girlfriend partner fiance fiancee roommate nephew niece grandma grandpa in-laws kids side"
    " shes hes theyre whos children defendant plaintiff debtor stepson stepdaughter landlord"
    " landlady boss owner driver patron employer casero trucker"
)
GLUE: Final = _words(
    "the a an downtown north south east west northern southern eastern western central upstate"
    " greater metro suburban rural beautiful sunny state city town county village commonwealth"
    " province republic of area suburb suburbs neighborhood part region little small big old new"
    " nearby here el la los las ciudad estado condado centro just right over up down back district"
    " borough outskirts middle heart coastal island good great"
)
STOP: Final = _words("but although though while whereas however pero aunque mientras because so")
NEGATED: Final = _words("not don dont doesn isn no never longer stopped didn wasn aren nunca")
LABELS: Final = _words(
    "state jurisdiction location county city province country residence venue ubicacion estado"
)
CHOOSERS: Final = _words("disputes clause contract agreement arbitrate litigate provision terms")
CHOICE: Final = _words(
    "governed governing construed interpreted governs choice clause choose chose chosen chooses"
    " selects specifies provision designates regida regido rige arbitration"
)
RELATIVES: Final = _words(
    "mother mom dad father sister brother aunt uncle cousin son daughter grandmother grandma"
    " grandfather grandpa niece nephew friend friends parents girlfriend boyfriend relatives"
    " mama papa madre padre hermana hermano tia tio prima primo hijo hija abuela abuelo amiga amigo"
)
"""Somebody in a place whose words about it ("my sister in Texas says") make no law of it."""
NEW: Final = _words("got new found offered accepted taking starting nuevo")
"""A job that is only beginning."""
SAYS: Final = _words("says say said states dice")
SPEAKERS: Final = _words("lease contract agreement clause contrato")
"""Papers that say which law is theirs."""
LIVES: Final = _words("lives resides vive viven reside")
"""Forms that someone else than the asker lives by."""
BE: Final = _words("is are was were es esta son am m re")
OWN: Final = _words("i m im am soy we")
GREETINGS: Final = _words("hello hi hey greetings saludos hola")
HERE: Final = _words("i m im am we re are here estoy estamos aqui currently")
WITHIN: Final = _words("in at near within inside around across en outside throughout")
OFFICES: Final = _words("head main home corporate principal regional central")
FORMER: Final = _words("old former previous prior ex antiguo antigua")
EXTENSIONS: Final = _words("corporation corp llc inc lp llp pllc gmbh limited")
TRADES: Final = _words("startup firm company ltd")
CLAUSE_STARTS: Final = _words(
    "the my his her our their we i he she they and but or who which la el mi su yo que"
)
"""Words that begin a new clause after a comma."""
