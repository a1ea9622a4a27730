ALTER TABLE "environments" ADD COLUMN "target" numeric(4, 2) DEFAULT '99' NOT NULL;--> statement-breakpoint
ALTER TABLE "test_runs" ADD COLUMN "mutation" jsonb;