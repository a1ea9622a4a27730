CREATE TABLE "pay_terms" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date,
	"title" text,
	"base_annual" numeric,
	"target_variable_annual" numeric,
	"commission_rate_percent" numeric,
	"currency" text,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pay_terms_tenant_id_participant_id_from_date_pk" PRIMARY KEY("tenant_id","participant_id","from_date")
);
--> statement-breakpoint
ALTER TABLE "pay_terms" ADD CONSTRAINT "pay_terms_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;