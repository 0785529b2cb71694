import { now } from '#client/browser/clock.ts'
import { type CardFault, checkCard } from './card-check.ts'
import { createCardRow, formatInput, readCard } from './card-inputs.ts'
import { brandOf, type CardPart } from './card-text.ts'

export interface CardState {
  brand: ReturnType<typeof brandOf>
  isEmpty: boolean
  isComplete: boolean
  /**
   * The error to show now. An incomplete input shows its error only after it has lost the focus.
   */
  fault: CardFault | undefined
}

const ORDER: CardPart[] = ['number', 'expiry', 'code']

/**
 * A row of three inputs: the card number, the expiry date and the CVC. Calls `onChange` when the
 * state of the inputs changes.
 */
export function createCardField(onChange: (state: CardState) => void) {
  const { node, inputs, brandLabel } = createCardRow()
  /**
   * The inputs that have lost the focus. Only these inputs show an error while they are incomplete.
   */
  const touched = new Set<CardPart>()
  let faults = check()

  function check() {
    return checkCard(readCard(inputs), now())
  }

  function state(): CardState {
    const { number, expiry, code } = readCard(inputs)
    return {
      brand: brandOf(number),
      isEmpty: number + expiry + code === '',
      isComplete: faults.length === 0,
      fault: faults.find(({ part, isUnfinished }) => !isUnfinished || touched.has(part)),
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

  /**
   * Runs `change`, which adds inputs of the card field to `touched`, or removes them. Calls the
   * listener only if the visible error changes.
   */
  function updateTouched(change: () => void) {
    const { fault } = state()
    change()
    if (state().fault !== fault) tell()
  }

  function empty() {
    for (const part of ORDER) inputs[part].value = ''
    touched.clear()
  }

  for (const [place, part] of ORDER.entries()) {
    const input = inputs[part]

    input.addEventListener('input', (event) => {
      const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete')
      formatInput(input, part, isDeleting)
      refresh()
      const isRight = faults.every((fault) => fault.part !== part)
      const isAtEnd = input.selectionStart === input.value.length
      const isHere = document.activeElement === input
      const next = ORDER[place + 1]
      if (next && isRight && isHere && isAtEnd && !isDeleting) inputs[next].focus()
    })

    input.addEventListener('keydown', (event) => {
      const previous = ORDER[place - 1]
      if (event.key !== 'Backspace' || input.value !== '' || !previous) return
      event.preventDefault()
      inputs[previous].focus()
    })

    input.addEventListener('blur', () => {
      updateTouched(() => {
        if (input.value === '') touched.delete(part)
        else touched.add(part)
      })
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

    /** Treats every part of the card as touched, so that all errors show. */
    expectAll() {
      updateTouched(() => {
        for (const part of ORDER) touched.add(part)
      })
    },
  }
}
