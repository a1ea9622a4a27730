CREATE TABLE "connector_files" (
	"tenant_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_hash" text NOT NULL,
	"byte_count" bigint NOT NULL,
	"changed_ms" bigint NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_wanted_again" boolean DEFAULT false NOT NULL,
	CONSTRAINT "connector_files_tenant_id_connector_id_id_pk" PRIMARY KEY("tenant_id","connector_id","id")
);
--> statement-breakpoint
ALTER TABLE "connector_files" ADD CONSTRAINT "connector_files_of_connector" FOREIGN KEY ("tenant_id","connector_id") REFERENCES "public"."data_source_connectors"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_files_by_age" ON "connector_files" USING btree ("tenant_id","connector_id","taken_at","id");