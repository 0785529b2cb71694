CREATE TABLE "translations" (
	"digest" text PRIMARY KEY NOT NULL,
	"english" text NOT NULL,
	"service" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
