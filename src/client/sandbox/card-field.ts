import { now } from '#client/clock.ts'
import { brandOf } from './card-brands.ts'
import { type CardFault, checkCard } from './card-check.ts'
import styles from './card-element.module.css'
import { createCardInputs, formatInput, readCard } from './card-inputs.ts'
import { type CardPart, digitsOf } from './card-text.ts'

export interface CardState {
  brand: ReturnType<typeof brandOf>
  isEmpty: boolean
  isComplete: boolean
  /** What is wrong with it as far as somebody can know by now. */
  fault: CardFault | undefined
}

const ORDER: CardPart[] = ['number', 'expiry', 'code']

/** Number, date and code of a card in one row. Calls `onChange` whenever what there is to say of them changes. */
export function createCardField(onChange: (state: CardState) => void) {
  const inputs = createCardInputs()
  const brandLabel = document.createElement('span')
  brandLabel.className = styles.brand ?? ''
  brandLabel.ariaHidden = 'true'
  const node = document.createElement('div')
  node.className = styles.field ?? ''
  const dates = document.createElement('div')
  dates.className = styles.dates ?? ''
  dates.append(inputs.expiry, inputs.code)
  node.append(brandLabel, inputs.number, dates)

  /** The parts that somebody has left, thinking them finished. */
  const left = new Set<CardPart>()
  let faults = check()

  function check() {
    return checkCard(readCard(inputs), now())
  }

  function state(): CardState {
    const { number, expiry, code } = readCard(inputs)
    return {
      brand: brandOf(digitsOf(number)),
      isEmpty: number + expiry + code === '',
      isComplete: faults.length === 0,
      fault: faults.find(({ part, isUnfinished }) => !isUnfinished || left.has(part)),
    }
  }

  function refresh() {
    faults = check()
    tell()
  }

  function tell() {
    const { brand, fault } = state()
    brandLabel.textContent = brand.label
    for (const part of ORDER) {
      inputs[part].setAttribute('aria-invalid', String(fault?.part === part))
    }
    onChange(state())
  }

  function empty() {
    for (const part of ORDER) inputs[part].value = ''
    left.clear()
  }

  function goTo(part: CardPart | undefined) {
    if (part) inputs[part].focus()
  }

  for (const [place, part] of ORDER.entries()) {
    const input = inputs[part]

    input.addEventListener('input', (event) => {
      const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete')
      formatInput(inputs, part, isDeleting)
      refresh()
      const isRight = faults.every((fault) => fault.part !== part)
      const isAtEnd = input.selectionStart === input.value.length
      const isHere = document.activeElement === input
      if (isRight && isHere && isAtEnd && !isDeleting) goTo(ORDER[place + 1])
    })

    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Backspace' && input.value === '') goTo(ORDER[place - 1])
    })

    input.addEventListener('blur', () => {
      const { fault } = state()
      if (input.value === '') left.delete(part)
      else left.add(part)
      if (state().fault !== fault) tell()
    })
  }

  return {
    node,
    state,
    empty,
    focus: () => inputs.number.focus(),
    read: () => readCard(inputs),

    setDisabled(isDisabled: boolean) {
      for (const part of ORDER) inputs[part].disabled = isDisabled
    },

    /** As if everything should have been entered by now. */
    expectAll() {
      for (const part of ORDER) left.add(part)
      refresh()
    },

    clear() {
      empty()
      refresh()
    },
  }
}
