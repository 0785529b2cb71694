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
ALTER TABLE "source_runs" ADD CONSTRAINT "source_runs_schedule_id_source_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."source_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_runs" ADD CONSTRAINT "source_runs_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_runs_schedule" ON "source_runs" USING btree ("schedule_id","started_at");--> statement-breakpoint
CREATE INDEX "source_runs_import" ON "source_runs" USING btree ("import_id");