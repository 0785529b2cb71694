import { secondsInDay } from 'date-fns/constants'
import * as z from 'zod/mini'
import { isSince, page } from './http/lists.ts'
import { listParameters, NONE, parameters, since } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { invalid } from './refusals.ts'
import type { Charge, Dispute } from './stripe-objects.ts'
import { newId, type World } from './world.ts'

const ListDisputes = parameters({ ...listParameters, created: z.optional(since) })

/** In test mode, Stripe decides a dispute by these two texts. */
const Evidence = z.strictObject({
  uncategorized_text: z.enum(['winning_evidence', 'losing_evidence']),
})
const UpdateDispute = parameters({ evidence: Evidence })

/** How long the seller can answer a dispute. */
const ANSWER_SECONDS = 7 * secondsInDay

export function disputeRoutes(serve: Serve, { ledger, emit }: World) {
  serve('GET', '/v1/disputes', ListDisputes, ({ created, ...wanted }) => {
    const found = ledger.disputes.newestFirst().filter((one) => isSince(one, created))
    return page(found, wanted, '/v1/disputes')
  })

  serve('GET', '/v1/disputes/:id', NONE, (_, { id }) => ledger.disputes.get(id))

  serve('POST', '/v1/disputes/:id', UpdateDispute, ({ evidence }, { id }) => {
    const dispute = ledger.disputes.get(id)
    if (!dispute.status.endsWith('needs_response')) {
      throw invalid('This dispute is already closed.')
    }
    const isInquiry = dispute.status.startsWith('warning')
    const hasWon = evidence.uncategorized_text === 'winning_evidence'
    if (isInquiry) dispute.status = hasWon ? 'warning_closed' : 'needs_response'
    else dispute.status = hasWon ? 'won' : 'lost'
    if (dispute.status === 'needs_response') emit('charge.dispute.created', dispute)
    else emit('charge.dispute.closed', dispute)
    return dispute
  })
}

/** Opens a dispute about a charge, or an inquiry of the bank, which moves no money. */
export function openDispute(
  { ledger, emit, time }: World,
  charge: Charge,
  kind: 'dispute' | 'inquiry',
) {
  const created = time.seconds()
  charge.disputed = true
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  }
  emit('charge.dispute.created', ledger.disputes.add(dispute))
}

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
