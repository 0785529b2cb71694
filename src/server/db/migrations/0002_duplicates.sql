CREATE TABLE "duplicates" (
	"one" text COLLATE "C" NOT NULL,
	"other" text COLLATE "C" NOT NULL,
	"link" text,
	"state" text NOT NULL,
	"decided_by" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "duplicates_one_other_pk" PRIMARY KEY("one","other"),
	CONSTRAINT "duplicates_state" CHECK ("duplicates"."state" in ('waiting', 'folded', 'different')),
	CONSTRAINT "duplicates_order" CHECK ("duplicates"."one" < "duplicates"."other")
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "folded_into" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_one_listings_id_fk" FOREIGN KEY ("one") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_other_listings_id_fk" FOREIGN KEY ("other") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duplicates_other" ON "duplicates" USING btree ("other");--> statement-breakpoint
CREATE INDEX "duplicates_link" ON "duplicates" USING btree ("link") WHERE "duplicates"."link" is not null;--> statement-breakpoint
CREATE INDEX "duplicates_state" ON "duplicates" USING btree ("state","at","one","other");--> statement-breakpoint
CREATE INDEX "listings_link" ON "listings" USING btree (md5(lower(split_part(rtrim(regexp_replace(regexp_replace("link",
    '^https?://(www[.])?|#.*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&'), '/', 1)) || substring(rtrim(regexp_replace(regexp_replace("link",
    '^https?://(www[.])?|#.*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&') from '/.*$'))) WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_reference" ON "listings" USING btree (md5(lower(split_part(rtrim(regexp_replace(regexp_replace("reference_url",
    '^https?://(www[.])?|#.*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&'), '/', 1)) || substring(rtrim(regexp_replace(regexp_replace("reference_url",
    '^https?://(www[.])?|#.*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&') from '/.*$'))) WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_same_building" ON "listings" USING btree ("place",coalesce("asked_price", "rent_yen"),"building_area","source") WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_same_lot" ON "listings" USING btree ("place",coalesce("asked_price", "rent_yen"),"land_area","source") WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_folded" ON "listings" USING btree ("folded_into") WHERE "listings"."folded_into" is not null;