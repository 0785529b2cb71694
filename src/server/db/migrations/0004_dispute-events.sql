ALTER TABLE "stripe_events" ADD COLUMN "stripe_payment_intent_id" text;--> statement-breakpoint
ALTER TABLE "stripe_events" DROP COLUMN "stripe_subscription_id";