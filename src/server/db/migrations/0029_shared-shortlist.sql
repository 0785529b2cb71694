CREATE TABLE "shortlist_houses" (
	"shortlist_id" text NOT NULL,
	"listing_id" text COLLATE "C" NOT NULL,
	"added_by" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shortlist_houses_shortlist_id_listing_id_pk" PRIMARY KEY("shortlist_id","listing_id")
);
--> statement-breakpoint
CREATE TABLE "shortlist_shares" (
	"shortlist_id" text NOT NULL,
	"listing_id" text COLLATE "C" NOT NULL,
	"user_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shortlist_shares_shortlist_id_listing_id_user_id_pk" PRIMARY KEY("shortlist_id","listing_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "shortlists" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"partner_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invitation_hash" "bytea",
	"invitation_email" text,
	"invitation_expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "shortlist_houses" ADD CONSTRAINT "shortlist_houses_shortlist_id_shortlists_id_fk" FOREIGN KEY ("shortlist_id") REFERENCES "public"."shortlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_houses" ADD CONSTRAINT "shortlist_houses_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_houses" ADD CONSTRAINT "shortlist_houses_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_shares" ADD CONSTRAINT "shortlist_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_shares" ADD CONSTRAINT "shortlist_shares_house" FOREIGN KEY ("shortlist_id","listing_id") REFERENCES "public"."shortlist_houses"("shortlist_id","listing_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlists" ADD CONSTRAINT "shortlists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlists" ADD CONSTRAINT "shortlists_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shortlist_houses_listing" ON "shortlist_houses" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "shortlist_houses_added_by" ON "shortlist_houses" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "shortlist_shares_user" ON "shortlist_shares" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shortlists_owner" ON "shortlists" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shortlists_partner" ON "shortlists" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shortlists_invitation" ON "shortlists" USING btree ("invitation_hash");