CREATE TABLE "approval_messages" (
	"tenant_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_messages_tenant_id_request_id_id_pk" PRIMARY KEY("tenant_id","request_id","id")
);
--> statement-breakpoint
ALTER TABLE "approval_requirements" ADD COLUMN "due_days" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_requirements" ADD COLUMN "escalate_to" text;--> statement-breakpoint
ALTER TABLE "attestation_records" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attestation_records" ADD COLUMN "escalate_to" text;--> statement-breakpoint
ALTER TABLE "attestation_records" ADD COLUMN "escalated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attestation_records" ADD COLUMN "question_by" uuid;--> statement-breakpoint
ALTER TABLE "approval_messages" ADD CONSTRAINT "approval_messages_request" FOREIGN KEY ("tenant_id","request_id") REFERENCES "public"."attestation_records"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attestation_records_due" ON "attestation_records" USING btree ("due_at") WHERE "attestation_records"."status" = 'open' AND "attestation_records"."escalated_at" IS NULL;--> statement-breakpoint
ALTER TABLE "approval_requirements" ADD CONSTRAINT "approval_requirements_due" CHECK ("approval_requirements"."due_days" BETWEEN 1 AND 30);