DROP INDEX "replaced_segments_by_age";--> statement-breakpoint
ALTER TABLE "replaced_segments" ADD COLUMN "is_named" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "replaced_segments_to_compare" ON "replaced_segments" USING btree ("replaced_at") WHERE NOT is_named;