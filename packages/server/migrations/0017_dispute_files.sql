CREATE TABLE "dispute_files" (
	"tenant_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"content_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_files_tenant_id_dispute_id_id_pk" PRIMARY KEY("tenant_id","dispute_id","id")
);
--> statement-breakpoint
ALTER TABLE "dispute_files" ADD CONSTRAINT "dispute_files_dispute" FOREIGN KEY ("tenant_id","dispute_id") REFERENCES "public"."disputes"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_files" ADD CONSTRAINT "dispute_files_content" FOREIGN KEY ("tenant_id","content_hash") REFERENCES "public"."file_contents"("tenant_id","content_hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_files_by_content" ON "dispute_files" USING btree ("tenant_id","content_hash");