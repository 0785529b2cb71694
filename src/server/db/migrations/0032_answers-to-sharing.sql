ALTER TABLE "shortlist_shares" DROP CONSTRAINT "shortlist_shares_house";
--> statement-breakpoint
ALTER TABLE "shortlist_shares" ALTER COLUMN "since" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shortlist_shares" ADD COLUMN "is_shared" boolean;--> statement-breakpoint
ALTER TABLE "shortlist_shares" ADD CONSTRAINT "shortlist_shares_shortlist_id_shortlists_id_fk" FOREIGN KEY ("shortlist_id") REFERENCES "public"."shortlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_shares" ADD CONSTRAINT "shortlist_shares_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shortlist_shares_listing" ON "shortlist_shares" USING btree ("listing_id");