CREATE TABLE "kit_fields" (
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
	CONSTRAINT "kit_fields_user_id_record_field_pk" PRIMARY KEY("user_id","record","field")
);
--> statement-breakpoint
CREATE TABLE "kit_history" (
	"user_id" text NOT NULL,
	"change_id" text COLLATE "C" NOT NULL,
	"record" text COLLATE "C" NOT NULL,
	"field" text COLLATE "C" NOT NULL,
	"value" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kit_history_user_id_change_id_pk" PRIMARY KEY("user_id","change_id")
);
--> statement-breakpoint
CREATE TABLE "kits" (
	"user_id" text PRIMARY KEY NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"fields" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"history_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "kit_fields" ADD CONSTRAINT "kit_fields_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_history" ADD CONSTRAINT "kit_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kits" ADD CONSTRAINT "kits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "kit_fields_revision" ON "kit_fields" USING btree ("user_id","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "kit_fields_change" ON "kit_fields" USING btree ("user_id","change_id");--> statement-breakpoint
CREATE INDEX "kit_history_field" ON "kit_history" USING btree ("user_id","record","field","at");