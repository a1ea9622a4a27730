ALTER TABLE "connector_files" ADD COLUMN "is_unreadable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "connector_files" ADD COLUMN "tries" integer DEFAULT 1 NOT NULL;