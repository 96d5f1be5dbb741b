/* Small helps for the pages; each page works without them. */
(() => {
  'use strict'
  document.documentElement.classList.add('js')

  // Leaving at once: sign out in the background, then put another site in this page's place.
  function leave () {
    const exit = document.querySelector('[data-quick-exit]')
    if (!exit) return
    document.body.hidden = true
    fetch(exit.form.action, { method: 'POST', keepalive: true }).catch(() => {})
    window.location.replace(exit.dataset.quickExit)
  }

  const PATIENCE = 1500 // milliseconds in which three presses of Escape count
  let presses = []
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const now = Date.now()
    presses = presses.filter((moment) => now - moment < PATIENCE).concat(now)
    if (presses.length >= 3) leave()
    document.querySelectorAll('details[data-menu][open]').forEach((menu) => {
      menu.open = false
      menu.querySelector('summary').focus()
    })
  })

  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-quick-exit]')) {
      event.preventDefault()
      leave()
      return
    }
    document.querySelectorAll('details[data-menu][open]').forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false
    })
    const copy = event.target.closest('[data-copy]')
    if (copy) {
      const source = document.querySelector(copy.dataset.copy)
      const text = source.value === undefined ? source.textContent : source.value
      navigator.clipboard.writeText(text.trim()).then(() => {
        const said = copy.querySelector('[data-copied]') || copy
        said.textContent = copy.dataset.done
      })
    }
    if (event.target.closest('[data-print]')) window.print()
  })

  // A form is sent once, however often its button is pressed.
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!form.matches('[data-once]')) return
    if (form.dataset.sent) {
      event.preventDefault()
      return
    }
    form.dataset.sent = 'yes'
    form.querySelectorAll('button').forEach((button) => button.setAttribute('aria-busy', 'true'))
  })
  window.addEventListener('pageshow', () => {
    document.querySelectorAll('form[data-sent]').forEach((form) => {
      delete form.dataset.sent
      form.querySelectorAll('button').forEach((button) => button.removeAttribute('aria-busy'))
    })
  })

  // Files that are too large together are not sent: the page would come back without them. The
  // largest are left out and named; the others stay chosen.
  document.addEventListener('change', (event) => {
    const chosen = event.target
    if (!chosen.matches('input[type=file][data-most]')) return
    const said = document.getElementById(chosen.dataset.said)
    const files = [...chosen.files]
    const sum = (some) => some.reduce((all, file) => all + file.size, 0)
    const left = []
    while (sum(files) > Number(chosen.dataset.most)) {
      const largest = files.reduce((one, other) => (other.size > one.size ? other : one))
      left.push(...files.splice(files.indexOf(largest), 1))
    }
    said.hidden = left.length === 0
    if (said.hidden) return
    const kept = new DataTransfer()
    files.forEach((file) => kept.items.add(file))
    chosen.files = kept.files
    said.querySelector('[data-name]').textContent = left.map((file) => `“${file.name}”`).join(', ')
    said.querySelector('[data-kept]').hidden = files.length === 0
    said.focus()
  })

  // A passkey that the browser or the person refused.
  document.addEventListener('allauth.error', (event) => {
    const said = document.querySelector('[data-passkey-error]')
    if (!said) return
    event.preventDefault()
    said.hidden = false
  })

  // What went wrong is read first.
  function attend (root) {
    const first = root.querySelector('[data-focus]')
    if (first) first.focus()
  }
  document.addEventListener('DOMContentLoaded', () => attend(document))
  document.addEventListener('htmx:afterSwap', (event) => attend(event.target))
})()
