"""Documents made for tests."""

from __future__ import annotations

LEASE = """RESIDENTIAL LEASE AGREEMENT

This lease is made on October 1, 2026 by and between Maple Street Homes LLC ("Landlord") and Ana
Ruiz ("Tenant").

1. Term. The term of this lease shall be twelve months and begins on November 1, 2026.
2. Rent. The monthly rent is $1,450.00, due on the first day of each month.
3. Late fee. A late fee of $25 per day applies after the third day.
4. Security deposit. Tenant pays a security deposit of $1,450.00. The deposit is non-refundable.
5. Repairs. Landlord keeps the premises in good condition and makes repairs.
6. Entry. Landlord may enter the premises at any time without notice.
7. Utilities. Tenant pays for electricity and gas.
8. Governing law. This lease is governed by the laws of the State of Ohio.

Signed: ______________________
"""

NDA = """MUTUAL NON-DISCLOSURE AGREEMENT

This Agreement is entered into by and between Northwind Robotics, Inc., a Delaware corporation
("Northwind"), and Lake Analytics GmbH ("Recipient").

1. Confidential Information means any information disclosed by either party, whether or not marked
as confidential. It does not include information in the public domain.
2. The Recipient shall use Confidential Information solely for the purpose of evaluating a project.
3. The Recipient may disclose it where required by law or a court order.
4. On request all copies shall be returned or destroyed.
5. This Agreement shall remain in effect for a period of three years.
6. The Recipient shall not directly or indirectly compete with Northwind for two years.
7. This Agreement shall be governed by the laws of the State of Delaware. The parties submit to the
exclusive jurisdiction of the courts of Delaware.

IN WITNESS WHEREOF the parties have signed.
"""

NOTICE = """THREE-DAY NOTICE TO PAY RENT OR QUIT

TO: Luis Ortega
Premises: 12 Elm Street, Oakland, California

You owe past due rent in the amount of $2,100.00 for October 2026. Within three days after service
of this notice you are required to pay the amount in full or vacate the premises. If you fail to do
so, legal proceedings will be started against you.

Payment may be delivered to the Landlord, Bay Rentals Inc., telephone 555-0100.
This notice was served on the tenant on November 24, 2026.

Signed: Bay Rentals Inc.
"""

SUMMONS = """SUPERIOR COURT OF CALIFORNIA, COUNTY OF ALAMEDA

Harbor Credit LLC, Plaintiff,
v.
Dana Brooks, Defendant.

Case No. RG26-123456

SUMMONS

NOTICE TO DEFENDANT: You are being sued by plaintiff. You must file an answer within 30 days after
this summons is served on you. If you do not, a default judgment may be entered against you.

COMPLAINT. Plaintiff alleges breach of contract and prays for damages of $4,310.22 and costs.

Attorney for Plaintiff: R. Stone, State Bar No. 000000
"""

DEMAND = """November 2, 2026

Via certified mail

Dear Ms. Park,

This letter is a formal demand for payment of the $1,850 that you owe under our agreement dated
June 5, 2026, because the work was finished and not paid. If you do not pay within 10 days, we will
take legal action in small claims court.

Sincerely,
Tom Reyes
"""

ORDER = """IN THE CIRCUIT COURT OF COOK COUNTY, ILLINOIS

In re: Marriage of Lee. Case No. 2026 D 10044

ORDER

Upon motion of the petitioner, and the court having reviewed the papers, IT IS HEREBY ORDERED that
the respondent shall pay $600 each month. A hearing is set for December 15, 2026 at 9:00 a.m.

Dated this 20th day of November, 2026.
Judge M. Grant
"""

JOB = """EMPLOYMENT AGREEMENT

This Agreement is between Brightline Foods, Inc. ("Company") and Sam Cole ("Employee").

Position. Employee is employed as line cook and shall perform the duties of that position.
Compensation. A base salary of $52,000 per year is paid every two weeks.
At-will employment. Either party may end the employment at any time, with or without cause.
Non-compete. For one year Employee shall not compete with the Company in the county.
Deductions. Company may deduct the cost of uniforms from the final paycheck.
Benefits. Paid time off accrues monthly.
"""

SETTLEMENT = """SETTLEMENT AGREEMENT AND GENERAL RELEASE

Riverside Clinic ("Employer") shall pay Jo Field ("Employee") the settlement amount of $12,000
within 30 days. Employee releases and discharges Employer from all claims, known or unknown. This is
not an admission of liability. Employee has 21 days to consider this agreement and 7 days to revoke
it. The parties shall keep it confidential.

Signed by both parties.
"""

SERVICES = """CONSULTING SERVICES AGREEMENT

between Ferro Design Ltd ("Client") and Mira Holt ("Consultant").

Scope of work: the Consultant shall provide the services in the statement of work.
Client shall pay a fee of EUR 4,000 per month, each invoice due within 30 days.
Either party may terminate this Agreement on 14 days written notice.
All work product is work made for hire and owned by Client. Consultant is an independent contractor.
Term: this Agreement begins on December 1, 2026 and continues until ended.
Any dispute shall be settled by binding arbitration in London.
Signature
"""

RECIPE = "Mix the flour with two eggs. Bake it for forty minutes and let it cool before you serve."
