CREATE TABLE "replaced_segments" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"quarter" date NOT NULL,
	"hash" "bytea" NOT NULL,
	"deals" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_segments_tenant_id_participant_id_quarter_hash_pk" PRIMARY KEY("tenant_id","participant_id","quarter","hash")
);
--> statement-breakpoint
ALTER TABLE "payout_inputs" ALTER COLUMN "deals" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_inputs" ADD COLUMN "segments" "bytea"[];--> statement-breakpoint
ALTER TABLE "payout_inputs" ADD COLUMN "credited_spans" jsonb;--> statement-breakpoint
ALTER TABLE "payout_inputs" ADD COLUMN "currencies" text[];--> statement-breakpoint
ALTER TABLE "replaced_segments" ADD CONSTRAINT "replaced_segments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replaced_segments_by_age" ON "replaced_segments" USING btree ("replaced_at");