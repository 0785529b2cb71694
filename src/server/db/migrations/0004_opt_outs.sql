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
ALTER TABLE "listings" ADD COLUMN "hidden_by" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
alter table "listings" alter column "hidden_by" set statistics 0;--> statement-breakpoint
update "listings" set "hidden_by" = '{administrator}' where "hidden_at" is not null;
