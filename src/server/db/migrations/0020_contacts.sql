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
