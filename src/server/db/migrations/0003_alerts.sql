CREATE TABLE "alert_progress" (
	"id" integer PRIMARY KEY NOT NULL,
	"matched_change" bigint NOT NULL,
	CONSTRAINT "alert_progress_one_row" CHECK ("alert_progress"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"search_id" text,
	"rhythm" text NOT NULL,
	"channel" text NOT NULL,
	"told_change" bigint NOT NULL,
	"news_since" timestamp (3) with time zone,
	CONSTRAINT "alerts_subject" UNIQUE NULLS NOT DISTINCT("user_id","search_id"),
	CONSTRAINT "alerts_rhythm" CHECK ("alerts"."rhythm" in ('at-once', 'daily', 'weekly')),
	CONSTRAINT "alerts_channel" CHECK ("alerts"."channel" in ('mail', 'push', 'both'))
);
--> statement-breakpoint
CREATE TABLE "told_changes" (
	"user_id" text NOT NULL,
	"listing_id" text COLLATE "C" NOT NULL,
	"channel" text NOT NULL,
	"change_id" bigint NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "told_changes_user_id_listing_id_channel_pk" PRIMARY KEY("user_id","listing_id","channel")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "stop_url" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "alerts_of" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_changes" ADD CONSTRAINT "told_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_changes" ADD CONSTRAINT "told_changes_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_search" ON "alerts" USING btree ("search_id");--> statement-breakpoint
CREATE INDEX "alerts_news" ON "alerts" USING btree ("news_since") WHERE "alerts"."news_since" is not null;--> statement-breakpoint
CREATE INDEX "told_changes_listing" ON "told_changes" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "told_changes_told" ON "told_changes" USING btree ("told_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_alerts_of_users_id_fk" FOREIGN KEY ("alerts_of") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
insert into "alert_progress" select 1, coalesce(max("id"), 0) from "listing_changes";--> statement-breakpoint
insert into "secrets" values ('alert-links', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
