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
	"since_change" bigint NOT NULL,
	"news_since" timestamp (3) with time zone,
	CONSTRAINT "alerts_subject" UNIQUE NULLS NOT DISTINCT("user_id","search_id"),
	CONSTRAINT "alerts_rhythm" CHECK ("alerts"."rhythm" in ('at-once', 'daily', 'weekly')),
	CONSTRAINT "alerts_channel" CHECK ("alerts"."channel" in ('mail', 'push', 'both'))
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text NOT NULL,
	"actor_email" text NOT NULL,
	"ip" text NOT NULL,
	"action" text NOT NULL,
	"target_id" text NOT NULL,
	"target" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_step" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "borders" (
	"prefecture" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"path" text NOT NULL,
	"outlines" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "catalogue_one_row" CHECK ("catalogue"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "catalogue_blocks" (
	"hash" text PRIMARY KEY NOT NULL,
	"brotli" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_downloads" (
	"user_id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_editions" (
	"id" bigint PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	"build" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"parts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"place" text PRIMARY KEY NOT NULL,
	"phone" text,
	"mail" text,
	"web" text,
	"note" text,
	"source" text,
	"date" date,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"status" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "favorites" (
	"user_id" text NOT NULL,
	"listing_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_user_id_listing_id_pk" PRIMARY KEY("user_id","listing_id")
);
--> statement-breakpoint
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
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "listing_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "listing_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"listing_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listing_changes_kind" CHECK ("listing_changes"."kind" in ('added', 'price', 'facts', 'photos', 'gone', 'back'))
);
--> statement-breakpoint
CREATE TABLE "listing_photos" (
	"listing_id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"path" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"thumbhash" text,
	"avif" boolean DEFAULT false NOT NULL,
	CONSTRAINT "listing_photos_listing_id_position_pk" PRIMARY KEY("listing_id","position")
);
--> statement-breakpoint
CREATE TABLE "listing_records" (
	"listing_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"record" text,
	"title" jsonb,
	"build" text,
	"marked_in" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"property_type" text,
	"location" text,
	"prefecture" text COLLATE "C",
	"city" text COLLATE "C",
	"place" text,
	"station_id" text,
	"stated_latitude" double precision,
	"stated_longitude" double precision,
	"prefecture_is_inferred" boolean DEFAULT false NOT NULL,
	"city_is_inferred" boolean DEFAULT false NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"radius_metres" integer,
	"precision" text,
	"station_metres" integer,
	"station_is_stated" boolean DEFAULT false NOT NULL,
	"shinkansen_metres" integer,
	"shinkansen_is_stated" boolean DEFAULT false NOT NULL,
	"airport_metres" integer,
	"sea_metres" integer,
	"offer" text DEFAULT 'sale' NOT NULL,
	"status" text DEFAULT 'offered' NOT NULL,
	"price_yen" bigint,
	"price_cents" bigint,
	"asked_price" bigint GENERATED ALWAYS AS (coalesce(price_yen * 4, price_cents * 6 + 1)) STORED,
	"price_limit" text,
	"price_text" text,
	"rent_yen" bigint,
	"layout" text COLLATE "C",
	"layout_text" text,
	"building_area" numeric(12, 2),
	"building_area_text" text,
	"land_area" numeric(12, 2),
	"land_area_text" text,
	"construction_year" integer,
	"latest_year" integer,
	"construction_text" text,
	"structure" text,
	"transportation" text,
	"remarks" text,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"signs" integer DEFAULT 0 NOT NULL,
	"tags" integer DEFAULT 0 NOT NULL,
	"more_tags" integer DEFAULT 0 NOT NULL,
	"contact_number" text,
	"reference_url" text,
	"link" text,
	"property_number" text,
	"as_of" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"hidden_by" text[] DEFAULT '{}' NOT NULL,
	"folded_into" text COLLATE "C",
	"edited_columns" text[] DEFAULT '{}' NOT NULL,
	"digest" text NOT NULL,
	"raw" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"stop_url" text,
	"alerts_of" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"useless_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "note_fields" (
	"user_id" text NOT NULL,
	"record" text COLLATE "C" NOT NULL,
	"field" text COLLATE "C" NOT NULL,
	"value" text,
	"change_id" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seen" text[] NOT NULL,
	"other_id" text,
	"other_value" text,
	"other_at" timestamp (3) with time zone,
	"revision" bigint NOT NULL,
	CONSTRAINT "note_fields_user_id_record_field_pk" PRIMARY KEY("user_id","record","field")
);
--> statement-breakpoint
CREATE TABLE "note_history" (
	"user_id" text NOT NULL,
	"change_id" text COLLATE "C" NOT NULL,
	"record" text COLLATE "C" NOT NULL,
	"field" text COLLATE "C" NOT NULL,
	"value" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "note_history_user_id_change_id_pk" PRIMARY KEY("user_id","change_id")
);
--> statement-breakpoint
CREATE TABLE "notebooks" (
	"user_id" text PRIMARY KEY NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"fields" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"history_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opt_outs" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"prefecture" text,
	"codes" text[] DEFAULT '{}' NOT NULL,
	"city_pattern" text,
	"note" text NOT NULL,
	"actor_email" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "opt_outs_kind_key_pk" PRIMARY KEY("kind","key"),
	CONSTRAINT "opt_outs_kind" CHECK ("opt_outs"."kind" in ('municipality', 'source'))
);
--> statement-breakpoint
CREATE TABLE "own_photos" (
	"user_id" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"record" text COLLATE "C" NOT NULL,
	"file" text COLLATE "C" NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "own_photos_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "paid_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"amount_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"state" text NOT NULL,
	"payment_method_id" text,
	"stripe_subscription_id" text,
	"setup_intent_id" text,
	"is_creating" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('open', 'requires_action', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "payment_locks" (
	"user_id" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_sources" (
	"name" text PRIMARY KEY NOT NULL,
	"attribution" text NOT NULL,
	"version" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"matched_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "places" (
	"code" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"prefecture" text NOT NULL,
	"japanese" text NOT NULL,
	"kana" text NOT NULL,
	"english" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"precision" text NOT NULL,
	CONSTRAINT "places_precision" CHECK ("places"."precision" in ('prefecture', 'municipality', 'oaza'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_subscriptions_session_hash_unique" UNIQUE("session_hash"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"badge" integer NOT NULL,
	"useless_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_budgets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "removed_favorites" (
	"user_id" text NOT NULL,
	"listing_id" text COLLATE "C" NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removed_favorites_user_id_listing_id_pk" PRIMARY KEY("user_id","listing_id")
);
--> statement-breakpoint
CREATE TABLE "reset_codes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factor_setups" (
	"user_id" text PRIMARY KEY NOT NULL,
	"challenge" text,
	"secret" "bytea",
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"email" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"receipt_hash" "bytea",
	"user_agent" text
);
--> statement-breakpoint
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
	"is_shared" boolean NOT NULL,
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
CREATE TABLE "sightings" (
	"listing_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_mappings" (
	"source" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"schedule_id" text NOT NULL,
	"outcome" text NOT NULL,
	"failure" text,
	"import_id" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "source_runs_outcome" CHECK ("source_runs"."outcome" in ('imported', 'unchanged', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "source_schedules" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"secret_variable" text,
	"rhythm" text NOT NULL,
	"hours" integer NOT NULL,
	"weekday" integer NOT NULL,
	"time" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_full" boolean NOT NULL,
	"with_rents" boolean NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"next_run_at" timestamp (3) with time zone NOT NULL,
	"run_id" text,
	"started_at" timestamp (3) with time zone,
	"heartbeat_at" timestamp (3) with time zone,
	"version" jsonb,
	"growing" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"mailed_failures" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_schedules_source_unique" UNIQUE("source"),
	CONSTRAINT "source_schedules_kind" CHECK ("source_schedules"."kind" in ('folder', 'url')),
	CONSTRAINT "source_schedules_rhythm" CHECK ("source_schedules"."rhythm" in ('hours', 'daily', 'weekly'))
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"name" text PRIMARY KEY NOT NULL,
	"attribution" text,
	"first_imported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"imported_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stations" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"lines" text[] NOT NULL,
	"english" text,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"stripe_customer_id" text,
	"stripe_payment_intent_id" text,
	"stripe_dispute_id" text,
	"dispute_status" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "subscription_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text,
	"kind" text NOT NULL,
	"payment_provider" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_changes_kind" CHECK ("subscription_changes"."kind" in ('started', 'cancelled', 'reactivated', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"plan" text NOT NULL,
	"payment_provider" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"stripe_subscription_id" text,
	"stripe_status" text,
	"is_payment_due" boolean DEFAULT false NOT NULL,
	"confirm_url" text,
	"is_paused" boolean DEFAULT false NOT NULL,
	"resumes_at" timestamp (3) with time zone,
	"card_brand" text,
	"card_last4" text,
	"override" text,
	"synced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('active', 'cancelled', 'expired', 'inactive')),
	CONSTRAINT "subscriptions_plan" CHECK ("subscriptions"."plan" in ('premium', 'Free')),
	CONSTRAINT "subscriptions_override" CHECK ("subscriptions"."override" in ('active', 'inactive'))
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
CREATE TABLE "translations" (
	"digest" text PRIMARY KEY NOT NULL,
	"english" text NOT NULL,
	"service" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"profile_picture" text,
	"currency" text DEFAULT 'USD' NOT NULL,
	"area_unit" text DEFAULT 'm2' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"stripe_customer_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"user_id" text PRIMARY KEY NOT NULL,
	"since_change" bigint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"shown_change" bigint NOT NULL,
	"active_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "borders" ADD CONSTRAINT "borders_source_place_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."place_sources"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_downloads" ADD CONSTRAINT "catalogue_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_one_listings_id_fk" FOREIGN KEY ("one") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicates" ADD CONSTRAINT "duplicates_other_listings_id_fk" FOREIGN KEY ("other") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_changes" ADD CONSTRAINT "listing_changes_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_photos" ADD CONSTRAINT "listing_photos_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_records" ADD CONSTRAINT "listing_records_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_source_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_alerts_of_users_id_fk" FOREIGN KEY ("alerts_of") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_fields" ADD CONSTRAINT "note_fields_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_history" ADD CONSTRAINT "note_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notebooks" ADD CONSTRAINT "notebooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_photos" ADD CONSTRAINT "own_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paid_invoices" ADD CONSTRAINT "paid_invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_locks" ADD CONSTRAINT "payment_locks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_source_place_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."place_sources"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_hash_sessions_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_budgets" ADD CONSTRAINT "reading_budgets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_favorites" ADD CONSTRAINT "removed_favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_favorites" ADD CONSTRAINT "removed_favorites_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_codes" ADD CONSTRAINT "reset_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor_setups" ADD CONSTRAINT "second_factor_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_houses" ADD CONSTRAINT "shortlist_houses_shortlist_id_shortlists_id_fk" FOREIGN KEY ("shortlist_id") REFERENCES "public"."shortlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_houses" ADD CONSTRAINT "shortlist_houses_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_houses" ADD CONSTRAINT "shortlist_houses_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_shares" ADD CONSTRAINT "shortlist_shares_shortlist_id_shortlists_id_fk" FOREIGN KEY ("shortlist_id") REFERENCES "public"."shortlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_shares" ADD CONSTRAINT "shortlist_shares_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlist_shares" ADD CONSTRAINT "shortlist_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlists" ADD CONSTRAINT "shortlists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlists" ADD CONSTRAINT "shortlists_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_mappings" ADD CONSTRAINT "source_mappings_source_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."sources"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_runs" ADD CONSTRAINT "source_runs_schedule_id_source_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."source_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_runs" ADD CONSTRAINT "source_runs_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stations" ADD CONSTRAINT "stations_source_place_sources_name_fk" FOREIGN KEY ("source") REFERENCES "public"."place_sources"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_changes" ADD CONSTRAINT "told_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_changes" ADD CONSTRAINT "told_changes_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_search" ON "alerts" USING btree ("search_id");--> statement-breakpoint
CREATE INDEX "alerts_news" ON "alerts" USING btree ("news_since") WHERE "alerts"."news_since" is not null;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_target" ON "audit" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "disputes_user" ON "disputes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "duplicates_other" ON "duplicates" USING btree ("other");--> statement-breakpoint
CREATE INDEX "duplicates_link" ON "duplicates" USING btree ("link") WHERE "duplicates"."link" is not null;--> statement-breakpoint
CREATE INDEX "duplicates_state" ON "duplicates" USING btree ("state","at","one","other");--> statement-breakpoint
CREATE INDEX "favorites_listing" ON "favorites" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "listing_changes_listing" ON "listing_changes" USING btree ("listing_id","id");--> statement-breakpoint
CREATE INDEX "listing_photos_path" ON "listing_photos" USING btree ("path");--> statement-breakpoint
CREATE INDEX "listing_records_build" ON "listing_records" USING btree ("build");--> statement-breakpoint
CREATE INDEX "listing_records_stale" ON "listing_records" USING btree ("listing_id") WHERE "listing_records"."build" is null;--> statement-breakpoint
CREATE INDEX "listings_source" ON "listings" USING btree ("source");--> statement-breakpoint
CREATE INDEX "listings_link" ON "listings" USING btree (md5(lower(split_part(rtrim(regexp_replace(regexp_replace("link",
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&'), '/', 1)) || substring(rtrim(regexp_replace(regexp_replace("link",
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&') from '/.*$'))) WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_reference" ON "listings" USING btree (md5(lower(split_part(rtrim(regexp_replace(regexp_replace("reference_url",
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&'), '/', 1)) || substring(rtrim(regexp_replace(regexp_replace("reference_url",
    '^https?://(www[.])?|#[^/=0-9]*$', '', 'gi'),
    '(?<=[?&])(utm_[a-z_]+|gclid|fbclid|yclid|msclkid|mc_cid|mc_eid)=[^&]*(&|$)', '', 'gi'), '/?&') from '/.*$'))) WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_same_building" ON "listings" USING btree ("place",coalesce("asked_price", "rent_yen"),"building_area","source") WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_same_lot" ON "listings" USING btree ("place",coalesce("asked_price", "rent_yen"),"land_area","source") WHERE "listings"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "listings_folded" ON "listings" USING btree ("folded_into") WHERE "listings"."folded_into" is not null;--> statement-breakpoint
-- These indexes contain every column that filters use. So finding the ids of a page and counting a total never read the
-- wide rows of the table. drizzle-kit does not generate INCLUDE.
CREATE INDEX "listings_newest" ON "listings" USING btree ("created_at","id") INCLUDE ("prefecture","layout","asked_price","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","shinkansen_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_cheapest" ON "listings" USING btree ("asked_price","id") INCLUDE ("prefecture","layout","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","shinkansen_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
-- Houses without a price come last in both directions. An index that is read backwards yields them first, so the
-- descending order needs its own index.
CREATE INDEX "listings_dearest" ON "listings" USING btree ("asked_price" DESC NULLS LAST,"id" DESC NULLS FIRST) INCLUDE ("prefecture","layout","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","shinkansen_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_prefecture_newest" ON "listings" USING btree ("prefecture","created_at","id") INCLUDE ("city","place","layout","asked_price","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","shinkansen_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_prefecture_cheapest" ON "listings" USING btree ("prefecture","asked_price","id") INCLUDE ("layout","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","shinkansen_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_city_newest" ON "listings" USING btree ("city","created_at","id") INCLUDE ("prefecture","place","layout","asked_price","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","shinkansen_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_around" ON "listings" USING btree ("latitude","longitude") INCLUDE ("created_at","id","prefecture","layout","asked_price","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","station_metres","shinkansen_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_station" ON "listings" USING btree ("station_metres","id") INCLUDE ("prefecture","layout","asked_price","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","shinkansen_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_shinkansen" ON "listings" USING btree ("shinkansen_metres","id") INCLUDE ("prefecture","layout","asked_price","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","airport_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_airport" ON "listings" USING btree ("airport_metres","id") INCLUDE ("prefecture","layout","asked_price","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","shinkansen_metres","sea_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "listings_sea" ON "listings" USING btree ("sea_metres","id") INCLUDE ("prefecture","layout","asked_price","building_area","land_area","construction_year","latest_year","signs","tags","more_tags","latitude","longitude","station_metres","shinkansen_metres","airport_metres","radius_metres","station_is_stated","shinkansen_is_stated") WHERE "listings"."withdrawn_at" is null and "listings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "mails_next_try" ON "mails" USING btree ("next_try_at");--> statement-breakpoint
CREATE UNIQUE INDEX "note_fields_revision" ON "note_fields" USING btree ("user_id","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "note_fields_change" ON "note_fields" USING btree ("user_id","change_id");--> statement-breakpoint
CREATE INDEX "note_history_field" ON "note_history" USING btree ("user_id","record","field","at");--> statement-breakpoint
CREATE UNIQUE INDEX "own_photos_file" ON "own_photos" USING btree ("file");--> statement-breakpoint
CREATE INDEX "paid_invoices_paid" ON "paid_invoices" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "paid_invoices_user" ON "paid_invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_user" ON "payment_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_unsettled" ON "payment_attempts" USING btree ("user_id") WHERE "payment_attempts"."state" in ('open', 'requires_action');--> statement-breakpoint
CREATE INDEX "pending_sign_ins_user" ON "pending_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expiry" ON "pending_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "places_municipalities" ON "places" USING btree ("prefecture","code") WHERE "places"."precision" <> 'oaza';--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pushes_next_try" ON "pushes" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "pushes_subscription" ON "pushes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "removed_favorites_listing" ON "removed_favorites" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "removed_favorites_removed" ON "removed_favorites" USING btree ("removed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_search" ON "saved_searches" USING btree ("user_id","search");--> statement-breakpoint
CREATE INDEX "security_events_at" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_receipt" ON "sessions" USING btree ("receipt_hash");--> statement-breakpoint
CREATE INDEX "shortlist_houses_listing" ON "shortlist_houses" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "shortlist_houses_added_by" ON "shortlist_houses" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "shortlist_shares_listing" ON "shortlist_shares" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "shortlist_shares_user" ON "shortlist_shares" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shortlists_owner" ON "shortlists" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shortlists_partner" ON "shortlists" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shortlists_invitation" ON "shortlists" USING btree ("invitation_hash");--> statement-breakpoint
CREATE INDEX "source_runs_schedule" ON "source_runs" USING btree ("schedule_id","started_at");--> statement-breakpoint
CREATE INDEX "source_runs_import" ON "source_runs" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "stripe_events_unhandled" ON "stripe_events" USING btree ("received_at") WHERE "stripe_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "subscription_changes_at" ON "subscription_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "subscription_changes_user" ON "subscription_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "told_changes_listing" ON "told_changes" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "told_changes_told" ON "told_changes" USING btree ("told_at");--> statement-breakpoint
-- Turn off statistics of columns that no query compares with ordinary values. Measuring their texts took two thirds of
-- an `analyze`, during which the embedded database answers no other query.
alter table "listings"
	alter column "property_type" set statistics 0,
	alter column "location" set statistics 0,
	alter column "building_area_text" set statistics 0,
	alter column "land_area_text" set statistics 0,
	alter column "construction_text" set statistics 0,
	alter column "structure" set statistics 0,
	alter column "transportation" set statistics 0,
	alter column "remarks" set statistics 0,
	alter column "contact_number" set statistics 0,
	alter column "reference_url" set statistics 0,
	alter column "link" set statistics 0,
	alter column "updated_at" set statistics 0,
	alter column "digest" set statistics 0,
	alter column "raw" set statistics 0,
	alter column "edited_columns" set statistics 0,
	alter column "facts" set statistics 0,
	alter column "signs" set statistics 0,
	alter column "tags" set statistics 0,
	alter column "more_tags" set statistics 0,
	alter column "as_of" set statistics 0,
	alter column "station_id" set statistics 0,
	alter column "precision" set statistics 0,
	alter column "prefecture_is_inferred" set statistics 0,
	alter column "city_is_inferred" set statistics 0,
	alter column "station_is_stated" set statistics 0,
	alter column "shinkansen_is_stated" set statistics 0,
	alter column "radius_metres" set statistics 0,
	alter column "offer" set statistics 0,
	alter column "status" set statistics 0,
	alter column "price_limit" set statistics 0,
	alter column "price_text" set statistics 0,
	alter column "rent_yen" set statistics 0,
	alter column "latest_year" set statistics 0,
	alter column "hidden_by" set statistics 0;--> statement-breakpoint
insert into "catalogue" ("id", "revision") values (1, 1);--> statement-breakpoint
-- The secret is made from two random UUIDs, which together have 244 random bits.
insert into "secrets" values ('sharing', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));--> statement-breakpoint
-- The private key of VAPID is a random number below the order of the curve P-256. A digest exceeds the order once in
-- four billion cases.
insert into "secrets"
select name, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
from (values ('vapid'), ('push-recipients')) as names (name);--> statement-breakpoint
insert into "alert_progress" ("id", "matched_change") values (1, 0);--> statement-breakpoint
insert into "secrets" values ('alert-links', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
