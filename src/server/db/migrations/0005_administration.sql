CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text NOT NULL,
	"actor_email" text NOT NULL,
	"file_name" text NOT NULL,
	"file_bytes" bigint NOT NULL,
	"options" jsonb NOT NULL,
	"state" text NOT NULL,
	"bytes_read" bigint DEFAULT 0 NOT NULL,
	"report" jsonb,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"worked_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('checking', 'checked', 'importing', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "paid_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"amount_cents" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"payment_provider" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_changes_kind" CHECK ("subscription_changes"."kind" in ('started', 'cancelled', 'reactivated', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "edited_columns" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "paid_invoices" ADD CONSTRAINT "paid_invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "paid_invoices_paid" ON "paid_invoices" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "paid_invoices_user" ON "paid_invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscription_changes_at" ON "subscription_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_target" ON "audit" USING btree ("target_id");--> statement-breakpoint

-- Create the search indexes again without hidden listings.
drop index "listings_newest", "listings_cheapest", "listings_dearest", "listings_prefecture_newest",
	"listings_prefecture_cheapest", "listings_city_newest", "listings_layout";--> statement-breakpoint
create index "listings_newest" on "listings" ("created_at", "id")
	include ("layout", "price_cents", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_cheapest" on "listings" ("price_cents", "id")
	include ("layout", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_dearest" on "listings" ("price_cents" desc nulls last, "id" desc)
	include ("layout", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_newest" on "listings" ("prefecture", "created_at", "id")
	include ("city", "layout", "price_cents", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_prefecture_cheapest" on "listings" ("prefecture", "price_cents", "id")
	include ("layout", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_city_newest" on "listings" ("city", "created_at", "id")
	include ("prefecture", "layout", "price_cents", "building_area", "land_area", "construction_year")
	where "withdrawn_at" is null and "hidden_at" is null;--> statement-breakpoint
create index "listings_layout" on "listings" ("layout", "construction_year")
	include ("price_cents", "building_area", "land_area")
	where "withdrawn_at" is null and "hidden_at" is null;
