ALTER TABLE "import_skips" ADD COLUMN "is_error" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "skip_bad_rows" boolean DEFAULT false NOT NULL;