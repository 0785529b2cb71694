import { Button } from '@chakra-ui/react/button'
import { DialogBody } from '@chakra-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { mutationToasts } from '#client/components/mutation-toasts.ts'
import { updateSubscription } from '#client/data/users.ts'
import { capitalise } from '#client/format/format.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import { Select } from '#client/ui/field.tsx'
import { takeFocusInDialog } from '#client/ui/focus.ts'
import { PLANS } from '#contract/choices.ts'
import type { UserSubscription } from '#contract/users.ts'
import {
  afterPlan,
  afterStatus,
  describeObjection,
  describeStanding,
} from './describe-subscription.ts'

/** The statuses that an administrator can set. All other statuses result from payments. */
const STATUSES = ['active', 'inactive'] as const

interface EditSubscriptionProps {
  /** The subscription to edit. Undefined while the dialog is closed. */
  subscription: UserSubscription | undefined
  onClose: () => void
}

export function EditSubscription({ subscription, onClose }: EditSubscriptionProps) {
  return (
    <Dialog
      title={`Edit Subscription for ${subscription?.email}`}
      isOpen={subscription !== undefined}
      onClose={onClose}
    >
      {subscription && <Terms subscription={subscription} onClose={onClose} />}
    </Dialog>
  )
}

interface Change {
  status?: (typeof STATUSES)[number] | undefined
  plan?: (typeof PLANS)[number] | undefined
}

/** Each choice is saved immediately. The form then shows the values of the server's response. */
function Terms({ subscription, onClose }: { subscription: UserSubscription; onClose: () => void }) {
  const { mutate, data, variables, isPending } = useMutation({
    ...updateSubscription,
    ...mutationToasts({
      success: 'Subscription updated successfully',
      failure: 'Failed to update subscription',
    }),
  })
  const isOff = !useIsOnline() || isPending
  const returnFocus = useKeptFocus(isOff)
  const known = data ?? subscription
  const objection = describeObjection(known)
  const { status, plan } = { ...known, ...(isPending && variables) }

  function change(select: HTMLSelectElement, choice: Change) {
    returnFocus.to(select)
    mutate({ id: subscription.user_id, ...choice })
  }
  return (
    <DialogBody>
      <p>{describeStanding(known)}</p>
      {objection && <p>{objection.sentence}</p>}
      <Select
        label="Status"
        ref={takeFocusInDialog}
        value={status}
        disabled={isOff}
        hint={afterStatus(known)}
        onChange={({ currentTarget: select }) =>
          change(select, { status: STATUSES.find((status) => status === select.value) })
        }
      >
        {!STATUSES.some((settable) => settable === status) && (
          <option value={status} disabled>
            {capitalise(status ?? '')}
          </option>
        )}
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {capitalise(status)}
          </option>
        ))}
      </Select>
      <Select
        label="Plan"
        value={plan}
        disabled={isOff}
        hint={afterPlan(known)}
        onChange={({ currentTarget: select }) =>
          change(select, { plan: PLANS.find((plan) => plan === select.value) })
        }
      >
        {PLANS.toReversed().map((plan) => (
          <option key={plan} value={plan}>
            {capitalise(plan)}
          </option>
        ))}
      </Select>
      <p className="caption" role="status">
        {isPending ? 'Saving…' : 'Each change is saved immediately.'}
      </p>
      <ButtonRow>
        <Button variant="outline" onClick={onClose}>
          Done
        </Button>
      </ButtonRow>
    </DialogBody>
  )
}

/** Returns the focus to a control that lost it while the control was disabled. */
function useKeptFocus(isOff: boolean) {
  const changed = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOff) changed.current?.focus()
  }, [isOff])
  return {
    to(element: HTMLElement) {
      changed.current = element
    },
  }
}
