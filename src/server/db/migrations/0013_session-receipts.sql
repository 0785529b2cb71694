ALTER TABLE "sessions" ADD COLUMN "receipt_hash" "bytea";--> statement-breakpoint
CREATE INDEX "sessions_receipt" ON "sessions" USING btree ("receipt_hash");