CREATE TABLE "access_review_items" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"role_name" text NOT NULL,
	"decision" text,
	"reason" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "access_review_items_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "access_review_items_decision" CHECK ("access_review_items"."decision" IN ('keep', 'revoke', 'gone'))
);
--> statement-breakpoint
CREATE TABLE "access_reviews" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"due_on" date NOT NULL,
	"opened_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"overdue_notified_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"evidence_hash" text,
	CONSTRAINT "access_reviews_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "access_reviews_status" CHECK ("access_reviews"."status" IN ('open', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "agent_configurations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"parameters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"saved_configurations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_run" timestamp with time zone,
	"is_custom" boolean DEFAULT true NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_configurations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_configurations_name" UNIQUE("tenant_id","agent_id","user_id","name")
);
--> statement-breakpoint
CREATE TABLE "agent_instances" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"instance_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"parameters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"saved_configurations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'idle' NOT NULL,
	"is_custom_instance" boolean DEFAULT true NOT NULL,
	"last_run" timestamp with time zone,
	"execution_count" integer DEFAULT 0 NOT NULL,
	"success_count" integer DEFAULT 0 NOT NULL,
	"average_confidence" numeric GENERATED ALWAYS AS (confidence_sum / nullif(confidence_count, 0)) STORED,
	"confidence_sum" numeric DEFAULT '0' NOT NULL,
	"confidence_count" integer DEFAULT 0 NOT NULL,
	"open_runs" integer DEFAULT 0 NOT NULL,
	"recounted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_instances_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_instances_name" UNIQUE("tenant_id","agent_id","instance_name"),
	CONSTRAINT "agent_instances_status" CHECK ("agent_instances"."status" IN ('idle', 'running', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "agent_registry" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"type" text DEFAULT 'Custom' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"module" text DEFAULT '' NOT NULL,
	"submodule" text DEFAULT '' NOT NULL,
	"capabilities" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_parameters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"parameter_schema" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_template" boolean DEFAULT false NOT NULL,
	"is_customizable" boolean DEFAULT true NOT NULL,
	"risk_level" text DEFAULT 'low' NOT NULL,
	"trust_threshold" numeric DEFAULT '0.85' NOT NULL,
	"version" text DEFAULT '1.0.0' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"parameters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"trigger_conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"workflow_id" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_registry_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_registry_key" UNIQUE("tenant_id","agent_id"),
	CONSTRAINT "agent_registry_workflow" UNIQUE("tenant_id","workflow_id")
);
--> statement-breakpoint
CREATE TABLE "agent_templates" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"template_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"agent_id" text NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"industry" text DEFAULT '' NOT NULL,
	"use_case" text DEFAULT '' NOT NULL,
	"parameters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"popularity" integer DEFAULT 0 NOT NULL,
	"is_recommended" boolean DEFAULT false NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_templates_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_templates_template_id" UNIQUE("tenant_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "approval_delegations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"delegate_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "approval_delegations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "approval_requirements" (
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_amount" numeric NOT NULL,
	"required" integer NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_requirements_tenant_id_kind_from_amount_pk" PRIMARY KEY("tenant_id","kind","from_amount"),
	CONSTRAINT "approval_requirements_required" CHECK ("approval_requirements"."required" BETWEEN 1 AND 5)
);
--> statement-breakpoint
CREATE TABLE "approval_votes" (
	"tenant_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"hash" text NOT NULL,
	"reason" text,
	"on_behalf_of" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_votes_tenant_id_request_id_user_id_pk" PRIMARY KEY("tenant_id","request_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "attestation_records" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"suggestion_id" uuid,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"reason_code" text,
	"reason_text" text,
	"attestation_type" text DEFAULT 'approval' NOT NULL,
	"required_approvals" integer DEFAULT 1 NOT NULL,
	"current_approvals" integer DEFAULT 0 NOT NULL,
	"approvers" uuid[] DEFAULT '{}' NOT NULL,
	"hash" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"compliance_level" text DEFAULT 'standard' NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"kind" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"summary" text NOT NULL,
	"amount" numeric,
	"currency" text,
	"facts" jsonb NOT NULL,
	"content" jsonb,
	"excluded" uuid[] DEFAULT '{}' NOT NULL,
	"approver_roles" text[] DEFAULT '{}' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attestation_records_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "attestation_records_status" CHECK ("attestation_records"."status" IN ('open', 'approved', 'rejected', 'withdrawn', 'void')),
	CONSTRAINT "attestation_records_count" CHECK ("attestation_records"."current_approvals" BETWEEN 0 AND "attestation_records"."required_approvals" AND "attestation_records"."required_approvals" >= 1)
);
--> statement-breakpoint
CREATE TABLE "assistant_log_places" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"seen_up_to" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assistant_settings" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"autonomy_level" integer DEFAULT 1 NOT NULL,
	"policy_id" text DEFAULT 'default' NOT NULL,
	"owner_id" uuid,
	"level_since" timestamp with time zone DEFAULT now() NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"paused_plans" uuid[] DEFAULT '{}' NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "autonomous_acts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"suggestion_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"components" text[] NOT NULL,
	"owner_id" uuid NOT NULL,
	"acted_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "autonomous_acts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "due_analyses" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"trigger" text NOT NULL,
	"user_id" uuid NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "due_analyses_tenant_id_plan_id_pk" PRIMARY KEY("tenant_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "access_counts" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "access_counts_tenant_id_user_id_subject_pk" PRIMARY KEY("tenant_id","user_id","subject")
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoints" (
	"tenant_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_checkpoints_tenant_id_size_pk" PRIMARY KEY("tenant_id","size")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"tenant_id" uuid NOT NULL,
	"leaf_index" bigint NOT NULL,
	"leaf_hash" "bytea" NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_entries_tenant_id_leaf_index_pk" PRIMARY KEY("tenant_id","leaf_index")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"frontier" "bytea" NOT NULL,
	"root" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_nodes" (
	"tenant_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"idx" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_nodes_tenant_id_level_idx_pk" PRIMARY KEY("tenant_id","level","idx")
);
--> statement-breakpoint
CREATE TABLE "audit_staged" (
	"tenant_id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_staged_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"body" text NOT NULL,
	CONSTRAINT "audit_staged_tenant_id_seq_pk" PRIMARY KEY("tenant_id","seq")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_user_id_route_key_pk" PRIMARY KEY("tenant_id","user_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "calculation_runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"plan_version" integer NOT NULL,
	"period_key" text NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"version" integer,
	"status" text NOT NULL,
	"same_as" uuid,
	"input_hash" text,
	"result_hash" text,
	"engine_version" text NOT NULL,
	"currency" text NOT NULL,
	"total" numeric,
	"participant_count" integer,
	"line_count" integer,
	"deal_count" integer,
	"problems" jsonb,
	"error" text,
	"read_up_to_seq" bigint,
	"read_up_to_change" bigint,
	"read_from" date,
	"read_to" date,
	"earlier_from" date,
	"earlier_runs" uuid[],
	"read_pairs" text[],
	"recalculation_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "calculation_runs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "calculation_runs_version" UNIQUE("tenant_id","plan_id","period_from","period_to","version")
);
--> statement-breakpoint
CREATE TABLE "exception_checks" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"earlier_runs" uuid[] NOT NULL,
	"found" jsonb NOT NULL,
	CONSTRAINT "exception_checks_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "exceptions_cleared" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"period_from" date NOT NULL,
	"rule" text NOT NULL,
	"participant_id" text NOT NULL,
	"component_id" text NOT NULL,
	"figures" text NOT NULL,
	"reason" text NOT NULL,
	"cleared_by" uuid NOT NULL,
	"cleared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exceptions_cleared_tenant_id_plan_id_period_from_rule_participant_id_component_id_figures_pk" PRIMARY KEY("tenant_id","plan_id","period_from","rule","participant_id","component_id","figures")
);
--> statement-breakpoint
CREATE TABLE "parallel_sign_offs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"month" text NOT NULL,
	"comparison_hash" text NOT NULL,
	"compared" integer NOT NULL,
	"equal" integer NOT NULL,
	"note" text NOT NULL,
	"signed_by" uuid NOT NULL,
	"is_own_import" boolean NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "parallel_sign_offs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "payout_deal_places" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"bucket" integer NOT NULL,
	"hashes" integer[] NOT NULL,
	"line_seqs" integer[] NOT NULL,
	CONSTRAINT "payout_deal_places_tenant_id_run_id_bucket_pk" PRIMARY KEY("tenant_id","run_id","bucket")
);
--> statement-breakpoint
CREATE TABLE "payout_inputs" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"participant" jsonb NOT NULL,
	"quotas" jsonb NOT NULL,
	"deals" json NOT NULL,
	"exchange_rates" jsonb NOT NULL,
	"further" jsonb,
	"input_hash" text NOT NULL,
	"figures_hash" text,
	"leaf_hash" text,
	CONSTRAINT "payout_inputs_tenant_id_run_id_participant_id_pk" PRIMARY KEY("tenant_id","run_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"participant_name" text NOT NULL,
	"component_id" text NOT NULL,
	"component_name" text NOT NULL,
	"seq" integer NOT NULL,
	"currency" text NOT NULL,
	"credited" numeric NOT NULL,
	"quota" numeric,
	"attainment_percent" numeric,
	"target" numeric,
	"amount" numeric NOT NULL,
	"credit_count" integer NOT NULL,
	"measured" jsonb,
	"carried" jsonb,
	"deal_ids" text[] NOT NULL,
	"deal_dates" date[] NOT NULL,
	"credits" numeric[] NOT NULL,
	"earned" numeric[] NOT NULL,
	"share_percents" numeric[],
	"roles" text[],
	"throughs" text[],
	"exchanges" jsonb[],
	"factors" jsonb[],
	"import_ids" uuid[],
	"import_lines" integer[],
	CONSTRAINT "payout_lines_tenant_id_run_id_participant_id_component_id_pk" PRIMARY KEY("tenant_id","run_id","participant_id","component_id"),
	CONSTRAINT "payout_lines_seq" UNIQUE("tenant_id","run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"audience" text NOT NULL,
	"published_by" uuid NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "publications_tenant_id_plan_id_period_from_period_to_pk" PRIMARY KEY("tenant_id","plan_id","period_from","period_to")
);
--> statement-breakpoint
CREATE TABLE "statement_acknowledgements" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"acknowledged_by" uuid NOT NULL,
	"acknowledged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statement_acknowledgements_tenant_id_run_id_participant_id_pk" PRIMARY KEY("tenant_id","run_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "application_registry" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"application_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"base_url" text NOT NULL,
	"auth_method" text NOT NULL,
	"capabilities" text[] DEFAULT '{}' NOT NULL,
	"risk_level" text DEFAULT 'medium' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"data_classification" text DEFAULT 'internal' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"config" jsonb NOT NULL,
	"credential_id" uuid,
	"next_credential_id" uuid,
	"grant_credential_id" uuid,
	"granted_by" uuid,
	"granted_at" timestamp with time zone,
	"grant_error" text,
	"grant_attempt" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_registry_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "application_registry_key" UNIQUE("tenant_id","application_id"),
	CONSTRAINT "application_registry_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "credential_bindings" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"subject_type" text DEFAULT 'workflow' NOT NULL,
	"subject_id" text NOT NULL,
	"resource_type" text DEFAULT 'connection' NOT NULL,
	"resource_id" text NOT NULL,
	"credential_id" uuid,
	"environment" text DEFAULT 'dev' NOT NULL,
	"scopes" text[] DEFAULT '{"use"}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credential_bindings_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "credential_bindings_key" UNIQUE("tenant_id","resource_type","resource_id","subject_type","subject_id")
);
--> statement-breakpoint
CREATE TABLE "credentials_vault" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"credential_id" uuid NOT NULL,
	"name" text NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"encrypted_blob" "bytea",
	"kms_key_id" text,
	"secret_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"key_version" integer DEFAULT 1 NOT NULL,
	"algorithm" text DEFAULT 'AES-256-GCM' NOT NULL,
	"iv" "bytea",
	"auth_tag" "bytea",
	"cipher_text" "bytea",
	"rotation_at" timestamp with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rotation_status" text DEFAULT 'active' NOT NULL,
	"last_rotated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"wrapped_key" "bytea",
	"last_used_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credentials_vault_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "credentials_vault_key" UNIQUE("tenant_id","credential_id"),
	CONSTRAINT "credentials_vault_one_way" CHECK (num_nonnulls("credentials_vault"."encrypted_blob", "credentials_vault"."cipher_text") = 1)
);
--> statement-breakpoint
CREATE TABLE "database_registry" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"database_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text DEFAULT 'postgresql' NOT NULL,
	"schema" jsonb,
	"access_level" text DEFAULT 'read' NOT NULL,
	"allowed_operations" text[] DEFAULT '{"SELECT"}' NOT NULL,
	"risk_level" text DEFAULT 'medium' NOT NULL,
	"data_classification" text DEFAULT 'internal' NOT NULL,
	"backup_policy" text DEFAULT 'unknown' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "database_registry_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "database_registry_database" UNIQUE("tenant_id","database_id"),
	CONSTRAINT "database_registry_access" CHECK ("database_registry"."access_level" = 'read-write' OR "database_registry"."allowed_operations" <@ '{SELECT}')
);
--> statement-breakpoint
CREATE TABLE "vault_keys" (
	"tenant_id" uuid NOT NULL,
	"key_version" integer NOT NULL,
	"iv" "bytea" NOT NULL,
	"auth_tag" "bytea" NOT NULL,
	"cipher_text" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vault_keys_tenant_id_key_version_pk" PRIMARY KEY("tenant_id","key_version")
);
--> statement-breakpoint
CREATE TABLE "agent_tasks" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"connector_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"schedule" jsonb,
	"data_flow" jsonb NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_run" timestamp with time zone,
	"next_run" timestamp with time zone,
	"success" boolean DEFAULT true NOT NULL,
	"outcome" text,
	"runs_as" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_tasks_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_tasks_connector" UNIQUE("tenant_id","connector_id"),
	CONSTRAINT "agent_tasks_status" CHECK ("agent_tasks"."status" IN ('active', 'paused'))
);
--> statement-breakpoint
CREATE TABLE "data_source_connectors" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'disconnected' NOT NULL,
	"config" jsonb NOT NULL,
	"schema" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"capabilities" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_sync" timestamp with time zone,
	"sync_frequency" text DEFAULT 'daily' NOT NULL,
	"data_volume" bigint DEFAULT 0 NOT NULL,
	"brings_since" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_source_connectors_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "data_source_connectors_name" UNIQUE("tenant_id","name"),
	CONSTRAINT "data_source_connectors_status" CHECK ("data_source_connectors"."status" IN ('disconnected', 'connected', 'error'))
);
--> statement-breakpoint
CREATE TABLE "sync_operations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"connector_id" uuid NOT NULL,
	"start_time" timestamp with time zone DEFAULT now() NOT NULL,
	"end_time" timestamp with time zone,
	"status" text NOT NULL,
	"records_processed" bigint DEFAULT 0 NOT NULL,
	"records_successful" bigint DEFAULT 0 NOT NULL,
	"records_failed" bigint DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"progress" numeric(5, 2) DEFAULT '0' NOT NULL,
	"import_id" uuid,
	"started_by" uuid,
	"totals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_operations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sync_operations_status" CHECK ("sync_operations"."status" IN ('running', 'completed', 'failed', 'held')),
	CONSTRAINT "sync_operations_progress" CHECK ("sync_operations"."progress" BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE TABLE "budget_reservations" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"effect" text NOT NULL,
	"budget_id" uuid NOT NULL,
	"amount" numeric NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "budget_reservations_tenant_id_run_id_effect_budget_id_pk" PRIMARY KEY("tenant_id","run_id","effect","budget_id")
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"tenant_id" uuid NOT NULL,
	"budget_id" uuid NOT NULL,
	"name" text NOT NULL,
	"limit_amount" numeric NOT NULL,
	"currency" text NOT NULL,
	"period" text NOT NULL,
	"scope" text NOT NULL,
	"scope_id" text DEFAULT '' NOT NULL,
	"alert_threshold" numeric NOT NULL,
	"action" text DEFAULT 'warn' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "budgets_tenant_id_budget_id_pk" PRIMARY KEY("tenant_id","budget_id"),
	CONSTRAINT "budgets_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "cost_entries" (
	"tenant_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"name" text NOT NULL,
	"amount" numeric NOT NULL,
	"currency" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cost_entries_tenant_id_entry_id_pk" PRIMARY KEY("tenant_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "own_call_reservations" (
	"tenant_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"budget_id" uuid NOT NULL,
	"amount" numeric NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "own_call_reservations_tenant_id_request_id_budget_id_pk" PRIMARY KEY("tenant_id","request_id","budget_id")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"tenant_id" uuid NOT NULL,
	"price_id" uuid NOT NULL,
	"connection" text NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"prompt_per_million" numeric DEFAULT '0' NOT NULL,
	"completion_per_million" numeric DEFAULT '0' NOT NULL,
	"per_request" numeric DEFAULT '0' NOT NULL,
	"currency" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prices_tenant_id_price_id_pk" PRIMARY KEY("tenant_id","price_id")
);
--> statement-breakpoint
CREATE TABLE "usage_records" (
	"tenant_id" uuid NOT NULL,
	"record_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"run_id" uuid NOT NULL,
	"node_id" text NOT NULL,
	"workflow_id" text NOT NULL,
	"workflow_version" integer NOT NULL,
	"agent_id" text,
	"environment" text NOT NULL,
	"connection" text NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"model" text,
	"prompt_tokens" bigint,
	"completion_tokens" bigint,
	"cost" numeric,
	"currency" text,
	"price_id" uuid,
	"usable" boolean NOT NULL,
	CONSTRAINT "usage_records_tenant_id_record_id_pk" PRIMARY KEY("tenant_id","record_id"),
	CONSTRAINT "usage_records_currency" CHECK (("usage_records"."cost" IS NULL) = ("usage_records"."currency" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "data_contract_versions" (
	"tenant_id" uuid NOT NULL,
	"contract_id" text NOT NULL,
	"version" text NOT NULL,
	"number" integer NOT NULL,
	"schema" jsonb NOT NULL,
	"sample" jsonb NOT NULL,
	"schema_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_contract_versions_tenant_id_contract_id_version_pk" PRIMARY KEY("tenant_id","contract_id","version"),
	CONSTRAINT "data_contract_versions_number" UNIQUE("tenant_id","contract_id","number")
);
--> statement-breakpoint
CREATE TABLE "data_contracts" (
	"tenant_id" uuid NOT NULL,
	"contract_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"format" text DEFAULT 'json-schema' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" text,
	"draft_schema" jsonb,
	"draft_sample" jsonb,
	"draft_by" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_contracts_tenant_id_contract_id_pk" PRIMARY KEY("tenant_id","contract_id"),
	CONSTRAINT "data_contracts_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "agent_releases" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" text NOT NULL,
	"agent_version" text NOT NULL,
	"version" text NOT NULL,
	"candidate" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"is_combined" boolean DEFAULT false NOT NULL,
	"gates" jsonb,
	"released_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_releases_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_releases_name" UNIQUE("tenant_id","agent_id","agent_version","candidate"),
	CONSTRAINT "agent_releases_status" CHECK ("agent_releases"."status" IN ('open', 'released', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "agent_workflow_bindings" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" text NOT NULL,
	"workflow_id" text NOT NULL,
	"environment" text NOT NULL,
	"version" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"slot" text NOT NULL,
	"agent_version" text NOT NULL,
	"workflow_version" integer NOT NULL,
	"document_hash" text NOT NULL,
	"percent" integer DEFAULT 100 NOT NULL,
	"salt" text DEFAULT '' NOT NULL,
	"sticky_by" text[] DEFAULT '{}' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"deployment_id" uuid,
	"moved_by" uuid NOT NULL,
	"moved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_workflow_bindings_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_workflow_bindings_slot" UNIQUE("tenant_id","agent_id","environment","slot"),
	CONSTRAINT "agent_workflow_bindings_slots" CHECK ("agent_workflow_bindings"."slot" IN ('stable', 'canary', 'preview')),
	CONSTRAINT "agent_workflow_bindings_percent" CHECK ("agent_workflow_bindings"."percent" BETWEEN 1 AND 100)
);
--> statement-breakpoint
CREATE TABLE "environments" (
	"tenant_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"auto_deploy" boolean NOT NULL,
	"needs_approval" text NOT NULL,
	"frozen_from" timestamp with time zone,
	"frozen_until" timestamp with time zone,
	"freeze_reason" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "environments_tenant_id_environment_pk" PRIMARY KEY("tenant_id","environment"),
	CONSTRAINT "environments_environment" CHECK ("environments"."environment" IN ('dev', 'staging', 'prod'))
);
--> statement-breakpoint
CREATE TABLE "pipeline_executions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'deployment' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"stages" jsonb NOT NULL,
	"current_stage_index" integer DEFAULT 0 NOT NULL,
	"global_context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"execution_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"start_time" timestamp with time zone,
	"end_time" timestamp with time zone,
	"estimated_duration" bigint,
	"actual_duration" bigint,
	"progress" numeric(5, 2) DEFAULT '0' NOT NULL,
	"stages_completed" integer DEFAULT 0 NOT NULL,
	"stages_total" integer NOT NULL,
	"final_results" jsonb,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"performance_metrics" jsonb,
	"resource_usage" jsonb,
	"rollback_policy" jsonb,
	"rollback_available" boolean DEFAULT false NOT NULL,
	"agent_id" text NOT NULL,
	"environment" text NOT NULL,
	"strategy" text NOT NULL,
	"agent_version" text NOT NULL,
	"replaces" text,
	"retry_of" uuid,
	"wake_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pipeline_executions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "pipeline_executions_progress" CHECK ("pipeline_executions"."progress" BETWEEN 0 AND 100),
	CONSTRAINT "pipeline_executions_status" CHECK ("pipeline_executions"."status" IN ('pending', 'running', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "rollback_checkpoints" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"description" text NOT NULL,
	"type" text NOT NULL,
	"user_id" uuid NOT NULL,
	"module_state" jsonb NOT NULL,
	"system_state" jsonb NOT NULL,
	"hash" text NOT NULL,
	"parent_checkpoint_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"environment" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rollback_checkpoints_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "rollback_operations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"checkpoint_id" uuid,
	"initiated_by" uuid NOT NULL,
	"status" text NOT NULL,
	"affected_modules" jsonb NOT NULL,
	"backup_checkpoint_id" uuid NOT NULL,
	"progress_percent" numeric(5, 2) NOT NULL,
	"estimated_duration" bigint NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"completed_at" timestamp with time zone,
	"environment" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rollback_operations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "rollback_operations_progress" CHECK ("rollback_operations"."progress_percent" BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE TABLE "worker_beats" (
	"process_id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"cpu" numeric(6, 1) NOT NULL,
	"memory_bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_messages" (
	"tenant_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_messages_tenant_id_dispute_id_id_pk" PRIMARY KEY("tenant_id","dispute_id","id")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"calculation_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"participant_name" text NOT NULL,
	"component_id" text,
	"component_name" text,
	"currency" text NOT NULL,
	"paid" numeric NOT NULL,
	"expected" numeric,
	"category" text DEFAULT 'other' NOT NULL,
	"deal_id" text,
	"reason" text NOT NULL,
	"waiting_on" text DEFAULT 'reviewer' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"assignee" uuid,
	"outcome" text,
	"resolved_by" uuid,
	"resolved_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"resolution_reason" text,
	"adjustment_id" uuid,
	"workflow_run_id" uuid,
	"opened_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "duty_exceptions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"approval_id" uuid NOT NULL,
	"roles" text[] NOT NULL,
	"names" text[] NOT NULL,
	"duty" text NOT NULL,
	"reason" text NOT NULL,
	"until" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "duty_exceptions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "duty_exceptions_pair" CHECK (cardinality("duty_exceptions"."roles") = 2 AND cardinality("duty_exceptions"."names") = 2)
);
--> statement-breakpoint
CREATE TABLE "file_contents" (
	"tenant_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"byte_count" bigint NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_contents_tenant_id_content_hash_pk" PRIMARY KEY("tenant_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"content_hash" text NOT NULL,
	"run_id" uuid NOT NULL,
	"effect_key" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_files_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "stored_files_effect" UNIQUE("tenant_id","effect_key")
);
--> statement-breakpoint
CREATE TABLE "import_changes" (
	"tenant_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"key" text NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "import_changes_tenant_id_import_id_line_pk" PRIMARY KEY("tenant_id","import_id","line")
);
--> statement-breakpoint
CREATE TABLE "import_images" (
	"tenant_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"of" text NOT NULL,
	"before" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_lookups" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"file_name" text NOT NULL,
	"content_hash" text NOT NULL,
	"byte_count" bigint NOT NULL,
	"shape" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_lookups_tenant_id_import_id_position_pk" PRIMARY KEY("tenant_id","import_id","position")
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"tenant_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"line" integer NOT NULL,
	"column" text,
	"field" text,
	"value" text,
	"severity" text DEFAULT 'error' NOT NULL,
	"reason" text NOT NULL,
	"fix" text NOT NULL,
	CONSTRAINT "import_problems_tenant_id_import_id_seq_pk" PRIMARY KEY("tenant_id","import_id","seq")
);
--> statement-breakpoint
CREATE TABLE "import_profiles" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"mapping_hash" text NOT NULL,
	"import_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_profiles_tenant_id_id_version_pk" PRIMARY KEY("tenant_id","id","version"),
	CONSTRAINT "import_profiles_name" UNIQUE("tenant_id","kind","name","version")
);
--> statement-breakpoint
CREATE TABLE "import_skips" (
	"tenant_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"reason" text NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "import_skips_tenant_id_import_id_line_pk" PRIMARY KEY("tenant_id","import_id","line")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"plan_id" uuid,
	"file_name" text NOT NULL,
	"content_hash" text NOT NULL,
	"byte_count" bigint NOT NULL,
	"status" text NOT NULL,
	"preview" jsonb,
	"mapping" jsonb,
	"summary" jsonb,
	"problem_count" integer DEFAULT 0 NOT NULL,
	"error" text,
	"commit_seq" bigint,
	"touched_from" date,
	"touched_to" date,
	"reached_plans" uuid[],
	"rate_pairs" text[],
	"has_images" boolean DEFAULT false NOT NULL,
	"undoes" uuid,
	"created_by" uuid NOT NULL,
	"checked_by" uuid,
	"editors" uuid[] DEFAULT '{}' NOT NULL,
	"benefits" uuid[],
	"approval_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"committed_at" timestamp with time zone,
	CONSTRAINT "imports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "imports_commit_seq" UNIQUE("tenant_id","commit_seq")
);
--> statement-breakpoint
CREATE TABLE "participant_aliases" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"folded_name" text NOT NULL,
	"name" text NOT NULL,
	"participant_id" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "participant_aliases_tenant_id_folded_name_pk" PRIMARY KEY("tenant_id","folded_name"),
	CONSTRAINT "participant_aliases_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "installation_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"status" text NOT NULL,
	"done" bigint NOT NULL,
	"total" bigint,
	"cancel_requested" boolean NOT NULL,
	"error" text,
	"attempts" integer NOT NULL,
	"owner" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "jobs_tenant_id_kind_subject_id_pk" PRIMARY KEY("tenant_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_changes" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"quarter" date NOT NULL,
	"change" bigint DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL,
	"reason" text DEFAULT 'changed' NOT NULL,
	CONSTRAINT "ledger_changes_tenant_id_participant_id_quarter_change_pk" PRIMARY KEY("tenant_id","participant_id","quarter","change")
);
--> statement-breakpoint
CREATE TABLE "ledger_segments" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"quarter" date NOT NULL,
	"deals" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_segments_tenant_id_participant_id_quarter_pk" PRIMARY KEY("tenant_id","participant_id","quarter")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"path" text,
	"invitation_id" uuid,
	"invitation_revision" integer,
	"effect_key" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mails_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "mails_effect" UNIQUE("tenant_id","effect_key","recipient"),
	CONSTRAINT "mails_state" CHECK ("mails"."state" IN ('pending', 'sent', 'failed', 'dropped')),
	CONSTRAINT "mails_link" CHECK (num_nonnulls("mails"."path", "mails"."invitation_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"severity" text NOT NULL,
	"run_id" uuid,
	"about" jsonb,
	"task_id" uuid,
	"effect_key" text NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "notices_effect" UNIQUE("tenant_id","effect_key","user_id")
);
--> statement-breakpoint
CREATE TABLE "payment_limits" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"currency" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date,
	"minimum" numeric,
	"maximum" numeric,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_limits_tenant_id_participant_id_currency_from_date_pk" PRIMARY KEY("tenant_id","participant_id","currency","from_date")
);
--> statement-breakpoint
CREATE TABLE "adjustments" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric NOT NULL,
	"kind" text NOT NULL,
	"counts_as" text NOT NULL,
	"deal_id" text,
	"pay_from" date,
	"reason" text NOT NULL,
	"calculation_id" uuid,
	"component_id" text,
	"line_pays" numeric,
	"status" text NOT NULL,
	"approval_id" uuid NOT NULL,
	"import_id" uuid,
	"import_line" integer,
	"payment_run_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "adjustments_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "clawbacks" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"currency" text NOT NULL,
	"calculation_id" uuid NOT NULL,
	"component_id" text NOT NULL,
	"deal_id" text,
	"earned" numeric NOT NULL,
	"amount" numeric NOT NULL,
	"formula" text NOT NULL,
	"floor" text NOT NULL,
	"reason" text NOT NULL,
	"decided_on" date NOT NULL,
	"payment_run_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clawbacks_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric NOT NULL,
	"per" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date,
	"component_ids" text[],
	"recovery" jsonb,
	"reason" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draws_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "hold_releases" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hold_id" uuid NOT NULL,
	"percent" numeric NOT NULL,
	"reason" text NOT NULL,
	"event" text DEFAULT 'decision' NOT NULL,
	"payment_run_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hold_releases_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"participant_id" text,
	"plan_id" uuid,
	"component_id" text,
	"deal_id" text,
	"period_key" text,
	"percent" numeric NOT NULL,
	"reason" text NOT NULL,
	"release_event" text DEFAULT 'decision' NOT NULL,
	"release_on" date,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "holds_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_lines" (
	"tenant_id" uuid NOT NULL,
	"payment_run_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"currency" text NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric NOT NULL,
	"message" text NOT NULL,
	"formula" text NOT NULL,
	"rule" text NOT NULL,
	"refers_to" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "payment_lines_tenant_id_payment_run_id_participant_id_currency_seq_pk" PRIMARY KEY("tenant_id","payment_run_id","participant_id","currency","seq")
);
--> statement-breakpoint
CREATE TABLE "payment_runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"period_key" text NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"version" integer,
	"status" text NOT NULL,
	"payment_count" integer,
	"totals" jsonb,
	"reporting_currency" text NOT NULL,
	"outdated" jsonb,
	"reporting" jsonb,
	"result_hash" text,
	"adjustments_hash" text,
	"problems" jsonb,
	"error" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"posted_by" uuid,
	"posted_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"finalized_at" timestamp with time zone,
	CONSTRAINT "payment_runs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "payment_runs_version" UNIQUE("tenant_id","period_from","period_to","version")
);
--> statement-breakpoint
CREATE TABLE "payment_sources" (
	"tenant_id" uuid NOT NULL,
	"payment_run_id" uuid NOT NULL,
	"calculation_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"period_key" text NOT NULL,
	"original_id" uuid,
	CONSTRAINT "payment_sources_tenant_id_payment_run_id_calculation_id_pk" PRIMARY KEY("tenant_id","payment_run_id","calculation_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"tenant_id" uuid NOT NULL,
	"payment_run_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"currency" text NOT NULL,
	"participant_name" text NOT NULL,
	"earned" numeric NOT NULL,
	"net" numeric NOT NULL,
	"opening" jsonb NOT NULL,
	"closing" jsonb NOT NULL,
	"paid" jsonb NOT NULL,
	"prior_count" integer NOT NULL,
	"leaf_hash" text NOT NULL,
	CONSTRAINT "payments_tenant_id_payment_run_id_participant_id_currency_pk" PRIMARY KEY("tenant_id","payment_run_id","participant_id","currency")
);
--> statement-breakpoint
CREATE TABLE "payroll_layouts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"layout" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payroll_layouts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "access_grants" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"permission" text NOT NULL,
	"hours" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approval_id" uuid NOT NULL,
	"closed_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"revoked_by" uuid,
	CONSTRAINT "access_grants_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "access_grants_hours" CHECK ("access_grants"."hours" BETWEEN 1 AND 24)
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_tokens_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "custom_role_grants" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	"from_day" date,
	"to_day" date,
	"team_of" text,
	CONSTRAINT "custom_role_grants_tenant_id_user_id_role_id_pk" PRIMARY KEY("tenant_id","user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "custom_roles" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"cells" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_roles_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"username" text NOT NULL,
	"display_name" text NOT NULL,
	"roles" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"participant_id" text,
	"issued_by" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"approval_id" uuid,
	CONSTRAINT "invitations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"roles" text[] NOT NULL,
	"participant_id" text,
	"state" text DEFAULT 'active' NOT NULL,
	"sessions_from" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" "bytea" PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_proofs" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"rp_id" text NOT NULL,
	"name" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "role_grants" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"from_day" date,
	"to_day" date,
	"team_of" text,
	CONSTRAINT "role_grants_tenant_id_user_id_role_pk" PRIMARY KEY("tenant_id","user_id","role")
);
--> statement-breakpoint
CREATE TABLE "role_settings" (
	"tenant_id" uuid NOT NULL,
	"role" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"requires_approval" boolean DEFAULT false NOT NULL,
	"is_audited" boolean DEFAULT false NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "role_settings_tenant_id_role_pk" PRIMARY KEY("tenant_id","role")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"iv" "bytea" NOT NULL,
	"auth_tag" "bytea" NOT NULL,
	"cipher_text" "bytea" NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"ended_for" text,
	"user_agent" text DEFAULT '' NOT NULL,
	"network" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"factor_by_provider" boolean DEFAULT false NOT NULL,
	"viewing_as" text,
	"viewing_participant" text,
	"proved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"failures" integer NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone,
	CONSTRAINT "sign_in_failures_subject" UNIQUE("kind","subject")
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"industry" text NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"reporting_currency" text,
	"runs_kept_days" integer,
	"runs_kept_set_by" uuid,
	"second_factor_roles" text[] DEFAULT '{}' NOT NULL,
	"import_row_limit" integer,
	"import_amount_limit" numeric,
	"mail_server" jsonb,
	"region" text DEFAULT 'local' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenants_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"preferences" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_preferences_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"display_name" text NOT NULL,
	"password" text,
	"disabled" boolean DEFAULT false NOT NULL,
	"kind" text DEFAULT 'person' NOT NULL,
	"second_factor_since" timestamp with time zone,
	"second_factor_reset_by" uuid,
	"second_factor_reset_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_password" CHECK ("users"."password" LIKE '$argon2id$%' OR "users"."password" = '!')
);
--> statement-breakpoint
CREATE TABLE "plan_assignments" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_assignments_tenant_id_plan_id_participant_id_from_date_pk" PRIMARY KEY("tenant_id","plan_id","participant_id","from_date")
);
--> statement-breakpoint
CREATE TABLE "plan_versions" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"document" jsonb NOT NULL,
	"document_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"edited_by" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp with time zone,
	"activated_by" uuid,
	CONSTRAINT "plan_versions_tenant_id_plan_id_version_pk" PRIMARY KEY("tenant_id","plan_id","version")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"follows_plan_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "plans_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "authorization_policies" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"policy_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"policy_type" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"is_active" boolean GENERATED ALWAYS AS (status = 'active') STORED NOT NULL,
	"environment" text DEFAULT '' NOT NULL,
	"resource_type" text DEFAULT '' NOT NULL,
	"resource_id" text DEFAULT '' NOT NULL,
	"time_restrictions" jsonb,
	"ip_restrictions" jsonb,
	"expires_at" timestamp with time zone,
	"permissions" text[] NOT NULL,
	"conditions" jsonb,
	"document" text NOT NULL,
	"document_hash" text NOT NULL,
	"approval_required" boolean DEFAULT false NOT NULL,
	"approvers" text[] DEFAULT '{}' NOT NULL,
	"audit_level" text DEFAULT 'standard' NOT NULL,
	"enforced" boolean DEFAULT true NOT NULL,
	"logged" boolean DEFAULT true NOT NULL,
	"notifies" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authorization_policies_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "authorization_policies_key" UNIQUE("tenant_id","policy_id"),
	CONSTRAINT "authorization_policies_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "data_regions" (
	"tenant_id" uuid NOT NULL,
	"region" text NOT NULL,
	"status" text NOT NULL,
	"is_home" boolean DEFAULT false NOT NULL,
	"requested_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_regions_tenant_id_region_pk" PRIMARY KEY("tenant_id","region")
);
--> statement-breakpoint
CREATE TABLE "limiter_calls" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"counter" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "limiter_calls_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "policy_bindings" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"policy_id" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text DEFAULT '' NOT NULL,
	"environment" text DEFAULT '' NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_bindings_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "policy_bindings_target" UNIQUE("tenant_id","policy_id","target_type","target_id")
);
--> statement-breakpoint
CREATE TABLE "policy_decisions" (
	"tenant_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"decision_hash" text NOT NULL,
	"request" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"policies" text[] NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "policy_decisions_tenant_id_hour_decision_hash_pk" PRIMARY KEY("tenant_id","hour","decision_hash")
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"tenant_id" uuid NOT NULL,
	"policy_id" text NOT NULL,
	"version" integer NOT NULL,
	"document" text NOT NULL,
	"document_hash" text NOT NULL,
	"applies_to" jsonb NOT NULL,
	"limits" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_versions_tenant_id_policy_id_version_pk" PRIMARY KEY("tenant_id","policy_id","version")
);
--> statement-breakpoint
CREATE TABLE "policy_violations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"policy_id" text NOT NULL,
	"policy_name" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"enforced" boolean NOT NULL,
	"message" text NOT NULL,
	"run_id" uuid,
	"count" bigint DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_violations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "policy_violations_once" UNIQUE("tenant_id","policy_id","hour","user_id","action","resource","enforced")
);
--> statement-breakpoint
CREATE TABLE "recalculation_batches" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"up_to" uuid,
	"results" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "recalculation_batches_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "recalculations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"stated" jsonb NOT NULL,
	"record_before" jsonb,
	"reason" text NOT NULL,
	"currency" text NOT NULL,
	"delta" numeric NOT NULL,
	"lines" jsonb NOT NULL,
	"payees" jsonb NOT NULL,
	"reaches_later" boolean NOT NULL,
	"result_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recalculations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "record_changes" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"of" text NOT NULL,
	"name" text NOT NULL,
	"plan_id" uuid,
	"deal_id" text,
	"participant_ids" text[] NOT NULL,
	"currencies" text[] NOT NULL,
	"touched_from" date NOT NULL,
	"touched_to" date,
	"reached_plans" uuid[],
	"rate_pairs" text[],
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"run_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_changes_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "record_changes_seq" UNIQUE("tenant_id","seq")
);
--> statement-breakpoint
CREATE TABLE "record_reach" (
	"tenant_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"component_id" text NOT NULL,
	"of_team" boolean NOT NULL,
	"of_deals" boolean NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	CONSTRAINT "record_reach_tenant_id_source_id_participant_id_component_id_of_team_from_date_to_date_pk" PRIMARY KEY("tenant_id","source_id","participant_id","component_id","of_team","from_date","to_date")
);
--> statement-breakpoint
CREATE TABLE "cash_receipts" (
	"tenant_id" uuid NOT NULL,
	"id" text NOT NULL,
	"deal_id" text NOT NULL,
	"date" date NOT NULL,
	"amount" numeric NOT NULL,
	"currency" text NOT NULL,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cash_receipts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "deal_history" (
	"tenant_id" uuid NOT NULL,
	"deal_id" text NOT NULL,
	"replaced_by" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"import_id" uuid,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deal_history_tenant_id_deal_id_replaced_by_pk" PRIMARY KEY("tenant_id","deal_id","replaced_by")
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"tenant_id" uuid NOT NULL,
	"id" text NOT NULL,
	"date" date NOT NULL,
	"amount" numeric NOT NULL,
	"unit" text DEFAULT '$' NOT NULL,
	"currency" text,
	"participant_id" text NOT NULL,
	"splits" jsonb,
	"kind" text DEFAULT 'sale' NOT NULL,
	"product" text,
	"territory" text,
	"customer" text,
	"overlays" jsonb,
	"approved_on" date,
	"term_months" integer,
	"reverses_id" text,
	"own_fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deals_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"tenant_id" uuid NOT NULL,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"date" date NOT NULL,
	"rate" numeric NOT NULL,
	"source" text NOT NULL,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_tenant_id_from_currency_to_currency_date_pk" PRIMARY KEY("tenant_id","from_currency","to_currency","date")
);
--> statement-breakpoint
CREATE TABLE "leaves" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leaves_tenant_id_participant_id_from_date_pk" PRIMARY KEY("tenant_id","participant_id","from_date")
);
--> statement-breakpoint
CREATE TABLE "opportunities" (
	"tenant_id" uuid NOT NULL,
	"id" text NOT NULL,
	"name" text,
	"participant_id" text NOT NULL,
	"stage" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric,
	"currency" text,
	"expected_on" date,
	"chance_percent" numeric,
	"product" text,
	"territory" text,
	"customer" text,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opportunities_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "parallel_pay" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"plan" text NOT NULL,
	"component" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"amount" numeric NOT NULL,
	"currency" text,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parallel_pay_tenant_id_participant_id_plan_component_from_date_to_date_pk" PRIMARY KEY("tenant_id","participant_id","plan","component","from_date","to_date")
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"tenant_id" uuid NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"title" text,
	"hired_on" date,
	"left_on" date,
	"currency" text,
	"target_variable_annual" numeric,
	"commission_rate_percent" numeric,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "participants_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "quotas" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"component_id" text DEFAULT '' NOT NULL,
	"unit" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"amount" numeric NOT NULL,
	"currency" text,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quotas_tenant_id_participant_id_component_id_unit_from_date_to_date_pk" PRIMARY KEY("tenant_id","participant_id","component_id","unit","from_date","to_date")
);
--> statement-breakpoint
CREATE TABLE "ramps" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"quota_percent" numeric NOT NULL,
	"target_percent" numeric NOT NULL,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ramps_tenant_id_participant_id_from_date_pk" PRIMARY KEY("tenant_id","participant_id","from_date")
);
--> statement-breakpoint
CREATE TABLE "reporting_lines" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"manager_id" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reporting_lines_tenant_id_participant_id_from_date_pk" PRIMARY KEY("tenant_id","participant_id","from_date")
);
--> statement-breakpoint
CREATE TABLE "territory_assignments" (
	"tenant_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"territory" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date,
	"import_id" uuid,
	"import_line" integer,
	"source_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "territory_assignments_tenant_id_participant_id_territory_from_date_pk" PRIMARY KEY("tenant_id","participant_id","territory","from_date")
);
--> statement-breakpoint
CREATE TABLE "run_batches" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"act" text NOT NULL,
	"filter" jsonb NOT NULL,
	"status" text NOT NULL,
	"place" text[],
	"succeeded" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"client_address" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "run_batches_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "process_executions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"process_id" uuid NOT NULL,
	"start_time" timestamp with time zone,
	"end_time" timestamp with time zone,
	"status" text DEFAULT 'queued' NOT NULL,
	"duration" bigint,
	"output" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"resource_usage" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"performance_metrics" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rollback_available" boolean DEFAULT false NOT NULL,
	"rollback_point" uuid,
	"scheduled_for" timestamp with time zone,
	"started_by" uuid,
	"file_name" text,
	"content_type" text,
	"file" "bytea",
	"environment" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "process_executions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "process_executions_instant" UNIQUE("tenant_id","process_id","scheduled_for"),
	CONSTRAINT "process_executions_status" CHECK ("process_executions"."status" IN ('queued', 'running', 'completed', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "scheduled_processes" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"schedule" jsonb NOT NULL,
	"dependencies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"agent_config" jsonb NOT NULL,
	"input_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"output_targets" jsonb NOT NULL,
	"notifications" jsonb NOT NULL,
	"rollback_policy" jsonb NOT NULL,
	"next_run_time" timestamp with time zone,
	"last_run_time" timestamp with time zone,
	"success_rate" integer DEFAULT 100 NOT NULL,
	"avg_duration" bigint DEFAULT 0 NOT NULL,
	"last_completed_at" timestamp with time zone,
	"problem" text,
	"environment" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scheduled_processes_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "scheduled_processes_name" UNIQUE("tenant_id","name"),
	CONSTRAINT "scheduled_processes_status" CHECK ("scheduled_processes"."status" IN ('active', 'paused')),
	CONSTRAINT "scheduled_processes_priority" CHECK ("scheduled_processes"."priority" IN ('low', 'medium', 'high'))
);
--> statement-breakpoint
CREATE TABLE "directory_group_members" (
	"tenant_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "directory_group_members_tenant_id_group_id_user_id_pk" PRIMARY KEY("tenant_id","group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "directory_groups" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_groups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory_members" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"external_id" text,
	"given_name" text,
	"family_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_members_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "group_roles" (
	"tenant_id" uuid NOT NULL,
	"group_name" text NOT NULL,
	"role" text NOT NULL,
	"set_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_roles_tenant_id_group_name_role_pk" PRIMARY KEY("tenant_id","group_name","role")
);
--> statement-breakpoint
CREATE TABLE "sign_in_identities" (
	"tenant_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_identities_tenant_id_issuer_subject_pk" PRIMARY KEY("tenant_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "sign_in_providers" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"domains" text[] NOT NULL,
	"groups_claim" text NOT NULL,
	"creates_accounts" boolean NOT NULL,
	"proves_second_factor" boolean NOT NULL,
	"set_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_tests" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"name" text NOT NULL,
	"test" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_tests_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "plan_tests_name" UNIQUE("tenant_id","plan_id","name")
);
--> statement-breakpoint
CREATE TABLE "simulation_payees" (
	"tenant_id" uuid NOT NULL,
	"simulation_id" uuid NOT NULL,
	"participant_id" text NOT NULL,
	"participant_name" text NOT NULL,
	"outcome" text NOT NULL,
	"before" numeric,
	"after" numeric,
	"delta" numeric,
	"loses_in_percent" numeric,
	"point_before" jsonb,
	"point_after" jsonb,
	"problems" jsonb NOT NULL,
	CONSTRAINT "simulation_payees_tenant_id_simulation_id_participant_id_pk" PRIMARY KEY("tenant_id","simulation_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "simulations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"plan_version" integer,
	"document" jsonb NOT NULL,
	"document_hash" text NOT NULL,
	"baseline_plan_id" uuid,
	"baseline_version" integer,
	"baseline" jsonb,
	"baseline_hash" text,
	"span_key" text NOT NULL,
	"span_from" date NOT NULL,
	"span_to" date NOT NULL,
	"seed" text,
	"scenarios" integer,
	"status" text NOT NULL,
	"engine_version" text NOT NULL,
	"input_hash" text,
	"result_hash" text,
	"result" jsonb,
	"problems" jsonb,
	"error" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "simulations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "statement_archives" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"access" text,
	"files" integer,
	"byte_count" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "statement_archives_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "statement_archives_of" UNIQUE("tenant_id","created_by","run_id")
);
--> statement-breakpoint
CREATE TABLE "analysis_runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"plan_id" uuid NOT NULL,
	"document_hash" text,
	"trigger" text NOT NULL,
	"span_from" text,
	"span_to" text,
	"input_hash" text,
	"people_of" uuid,
	"read" jsonb,
	"looked" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"replayed" jsonb,
	"found" integer DEFAULT 0 NOT NULL,
	"duration_ms" integer,
	"problem" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "analysis_runs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "assistant_configurations" (
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"configuration" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assistant_configurations_tenant_id_kind_name_version_pk" PRIMARY KEY("tenant_id","kind","name","version")
);
--> statement-breakpoint
CREATE TABLE "evidence_packs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"suggestion_id" uuid NOT NULL,
	"artifacts" jsonb NOT NULL,
	"compliance_overlays" jsonb NOT NULL,
	"evidence_hash" text NOT NULL,
	"regulator_hash" text NOT NULL,
	"verification_status" text DEFAULT 'pending' NOT NULL,
	"audit_anchor" text,
	"manifest" text NOT NULL,
	"salts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evidence_packs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "evidence_packs_status" CHECK ("evidence_packs"."verification_status" IN ('pending', 'verified', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "suggestion_feedback" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"suggestion_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestion_feedback_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "suggestion_feedback_once" UNIQUE("tenant_id","suggestion_id","user_id"),
	CONSTRAINT "suggestion_feedback_type" CHECK ("suggestion_feedback"."type" IN ('thumbs_up', 'thumbs_down'))
);
--> statement-breakpoint
CREATE TABLE "suggestion_trail" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"suggestion_id" uuid NOT NULL,
	"action" text NOT NULL,
	"user_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"kept_until" timestamp with time zone NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestion_trail_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "suggestions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"suggestion_id" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"component_id" text,
	"participant_id" text,
	"title" text NOT NULL,
	"reasoning" text NOT NULL,
	"changes" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"touched" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"document_hash" text NOT NULL,
	"savings" numeric,
	"confidence" numeric,
	"confidence_formula" text,
	"risk_score" integer,
	"currency" text NOT NULL,
	"analyser" text,
	"analyser_version" text,
	"analysis_id" uuid,
	"claim" jsonb,
	"input_hash" text,
	"pack_id" uuid,
	"superseded_by" uuid,
	"status" text DEFAULT 'open' NOT NULL,
	"workflow_run_id" uuid,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	"decision_code" text,
	"attestation_id" uuid,
	"draft_version" integer,
	"applied" jsonb,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "suggestions_visible_id" UNIQUE("tenant_id","suggestion_id"),
	CONSTRAINT "suggestions_status" CHECK ("suggestions"."status" IN ('open', 'applied', 'overridden', 'rejected', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "telemetry_events" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"suggestion_id" text,
	"user_id" uuid NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "telemetry_events_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "what_if_runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"plan_id" uuid NOT NULL,
	"document_hash" text NOT NULL,
	"parameter" text NOT NULL,
	"component_id" text,
	"component_name" text,
	"original_value" text NOT NULL,
	"new_value" text NOT NULL,
	"figures" jsonb NOT NULL,
	"input_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "what_if_runs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "what_if_runs_parameter" CHECK ("what_if_runs"."parameter" IN ('weights', 'cap', 'accelerator', 'threshold'))
);
--> statement-breakpoint
CREATE TABLE "quality_assurance_configs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"config_id" uuid NOT NULL,
	"name" text NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"testing_level" text DEFAULT 'integration' NOT NULL,
	"validation_rules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"test_cases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"performance_thresholds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quality_metrics" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"outcome_criteria" jsonb NOT NULL,
	"monitoring_rules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"alerting_config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reporting_format" text DEFAULT 'pdf' NOT NULL,
	"compliance_requirements" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_template" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"description" text NOT NULL,
	"workflow_id" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quality_assurance_configs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "quality_assurance_configs_key" UNIQUE("tenant_id","config_id"),
	CONSTRAINT "quality_assurance_configs_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "test_results" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"duration_ms" bigint NOT NULL,
	"coverage" integer NOT NULL,
	"assertions" integer NOT NULL,
	"passed_assertions" integer NOT NULL,
	"result" jsonb NOT NULL,
	"rights" jsonb,
	"by" uuid NOT NULL,
	CONSTRAINT "test_results_tenant_id_run_id_case_id_pk" PRIMARY KEY("tenant_id","run_id","case_id")
);
--> statement-breakpoint
CREATE TABLE "test_runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"config_id" uuid NOT NULL,
	"workflow_id" text NOT NULL,
	"wanted_version" integer,
	"document_hash" text,
	"cases_hash" text,
	"status" text DEFAULT 'running' NOT NULL,
	"error" text,
	"passed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"coverage" jsonb,
	"duration_ms" bigint,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "test_runs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"tenant_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"name" text NOT NULL,
	"measure" text NOT NULL,
	"workflow_id" text,
	"threshold" numeric NOT NULL,
	"target" numeric DEFAULT '99' NOT NULL,
	"budget_id" uuid,
	"window_minutes" integer NOT NULL,
	"min_runs" integer NOT NULL,
	"cooldown_minutes" integer NOT NULL,
	"severity" text NOT NULL,
	"notify" text NOT NULL,
	"mail_to" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"judged_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_met_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_rules_tenant_id_rule_id_pk" PRIMARY KEY("tenant_id","rule_id"),
	CONSTRAINT "alert_rules_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"tenant_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"title" text NOT NULL,
	"severity" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"measure" text NOT NULL,
	"workflow_id" text,
	"budget_id" uuid,
	"value" numeric NOT NULL,
	"threshold" numeric NOT NULL,
	"window_minutes" integer NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"acknowledged_by" uuid,
	"acknowledged_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"mail_to" text NOT NULL,
	"mail_state" text,
	"mail_tries" integer DEFAULT 0 NOT NULL,
	"mail_due_at" timestamp with time zone,
	"mail_error" text,
	CONSTRAINT "alerts_tenant_id_alert_id_pk" PRIMARY KEY("tenant_id","alert_id")
);
--> statement-breakpoint
CREATE TABLE "log_postings" (
	"tenant_id" uuid NOT NULL,
	"posting_id" uuid NOT NULL,
	"shape" uuid NOT NULL,
	"oldest_at" timestamp with time zone NOT NULL,
	"newest_at" timestamp with time zone NOT NULL,
	"run_ids" uuid[] NOT NULL,
	CONSTRAINT "log_postings_tenant_id_posting_id_pk" PRIMARY KEY("tenant_id","posting_id")
);
--> statement-breakpoint
CREATE TABLE "log_shape_texts" (
	"tenant_id" uuid NOT NULL,
	"text_id" uuid NOT NULL,
	"shape" uuid NOT NULL,
	CONSTRAINT "log_shape_texts_tenant_id_text_id_shape_pk" PRIMARY KEY("tenant_id","text_id","shape")
);
--> statement-breakpoint
CREATE TABLE "log_texts" (
	"tenant_id" uuid NOT NULL,
	"text_id" uuid NOT NULL,
	"workflow_id" text NOT NULL,
	"level" text NOT NULL,
	"source" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "log_texts_tenant_id_text_id_pk" PRIMARY KEY("tenant_id","text_id")
);
--> statement-breakpoint
CREATE TABLE "run_ends" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	CONSTRAINT "run_ends_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "trace_exports" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trace_exports_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "agent_branches" (
	"tenant_id" uuid NOT NULL,
	"agent_id" text NOT NULL,
	"name" text NOT NULL,
	"head" text NOT NULL,
	"draft_form" jsonb,
	"workflow_id" text,
	"workflow_revision" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_branches_tenant_id_agent_id_name_pk" PRIMARY KEY("tenant_id","agent_id","name")
);
--> statement-breakpoint
CREATE TABLE "agent_versions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" text NOT NULL,
	"hash" text NOT NULL,
	"number" integer NOT NULL,
	"branch" text NOT NULL,
	"version" text NOT NULL,
	"parents" text[] NOT NULL,
	"message" text NOT NULL,
	"manifest_hash" text NOT NULL,
	"record" jsonb NOT NULL,
	"manifest" jsonb NOT NULL,
	"workflow_version" integer,
	"document" jsonb,
	"changes" jsonb NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"tag" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_versions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_versions_hash" UNIQUE("tenant_id","agent_id","hash"),
	CONSTRAINT "agent_versions_number" UNIQUE("tenant_id","agent_id","number"),
	CONSTRAINT "agent_versions_label" UNIQUE("tenant_id","agent_id","branch","version"),
	CONSTRAINT "agent_versions_status" CHECK ("agent_versions"."status" IN ('active', 'archived', 'deprecated'))
);
--> statement-breakpoint
CREATE TABLE "merge_requests" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" text NOT NULL,
	"number" integer NOT NULL,
	"branch" text NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"merged" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "merge_requests_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "merge_requests_number" UNIQUE("tenant_id","agent_id","number"),
	CONSTRAINT "merge_requests_state" CHECK ("merge_requests"."state" IN ('open', 'merged', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"payload" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" IN ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"events" text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"secret_number" integer DEFAULT 1 NOT NULL,
	"previous_secret_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "agent_executions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"instance_id" uuid,
	"job_id" text,
	"environment" text DEFAULT 'dev' NOT NULL,
	"execution_type" text DEFAULT 'manual' NOT NULL,
	"parameters" jsonb NOT NULL,
	"context" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"start_time" timestamp with time zone,
	"end_time" timestamp with time zone,
	"duration" bigint,
	"confidence" numeric,
	"result" jsonb,
	"outcome" text,
	"error_details" jsonb,
	"metrics" jsonb,
	"audit_trail" jsonb,
	"workflow_id" text NOT NULL,
	"workflow_version" integer NOT NULL,
	"document_hash" text NOT NULL,
	"agent_version" text,
	"is_draft" boolean DEFAULT false NOT NULL,
	"slot" text,
	"subject" text,
	"start_key" text,
	"started_by" uuid NOT NULL,
	"parent_run_id" uuid,
	"parent_step" jsonb,
	"waiting_for" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"journal_head" text DEFAULT '' NOT NULL,
	"journal_size" integer DEFAULT 0 NOT NULL,
	"whole_journal" text,
	"tried_again_as" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_executions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_executions_start_key" UNIQUE("tenant_id","workflow_id","start_key"),
	CONSTRAINT "agent_executions_whole_journal" CHECK ("agent_executions"."whole_journal" IS NULL OR "agent_executions"."end_time" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "human_approval_tasks" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"workflow_id" text NOT NULL,
	"node_id" text NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"task_type" text NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"queue" text,
	"assignee" uuid,
	"fallback_reason" text,
	"sla_minutes" integer DEFAULT 60 NOT NULL,
	"escalation_policy" jsonb,
	"input_schema" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"audit_trail" jsonb,
	"result" jsonb,
	"completed_at" timestamp with time zone,
	"completed_by" uuid,
	"run_id" uuid NOT NULL,
	"iteration" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"decisions" text[] DEFAULT '{}' NOT NULL,
	"input" jsonb,
	"due_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"is_open" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "human_approval_tasks_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "human_approval_tasks_key" UNIQUE("tenant_id","task_id"),
	CONSTRAINT "human_approval_tasks_step" UNIQUE("tenant_id","run_id","node_id","iteration","attempt")
);
--> statement-breakpoint
CREATE TABLE "run_effects" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"effect" text NOT NULL,
	"holder" uuid NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "run_effects_tenant_id_run_id_effect_pk" PRIMARY KEY("tenant_id","run_id","effect")
);
--> statement-breakpoint
CREATE TABLE "run_failures" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"workflow_id" text NOT NULL,
	"failed_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	"problem" text,
	"notified_at" timestamp with time zone,
	CONSTRAINT "run_failures_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "run_inbox" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"event" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_inbox_tenant_id_run_id_event_id_pk" PRIMARY KEY("tenant_id","run_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "run_journal" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"entry" json NOT NULL,
	CONSTRAINT "run_journal_tenant_id_run_id_seq_pk" PRIMARY KEY("tenant_id","run_id","seq"),
	CONSTRAINT "run_journal_key" UNIQUE("tenant_id","run_id","key")
);
--> statement-breakpoint
CREATE TABLE "run_timers" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"key" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "run_timers_tenant_id_run_id_key_pk" PRIMARY KEY("tenant_id","run_id","key")
);
--> statement-breakpoint
CREATE TABLE "run_values" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "run_values_tenant_id_run_id_content_hash_pk" PRIMARY KEY("tenant_id","run_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "workflow_triggers" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"workflow_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"cron" text,
	"time_zone" text,
	"missed" text,
	"overlap" text,
	"instance_id" uuid,
	"last_run_id" uuid,
	"last_run_is_backfill" boolean DEFAULT false NOT NULL,
	"queued_for" timestamp with time zone,
	"backfill" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"next_at" timestamp with time zone,
	"event" text,
	"seen_up_to" bigint,
	"address" text,
	"secret_number" integer DEFAULT 1 NOT NULL,
	"is_synchronous" boolean DEFAULT false NOT NULL,
	"wait_seconds" integer DEFAULT 10 NOT NULL,
	"hook" jsonb DEFAULT '{"scheme":"attain","method":"POST","content":"body","header":"","username":"","idempotencyHeader":""}'::jsonb NOT NULL,
	"has_own_secret" boolean DEFAULT false NOT NULL,
	"listening_until" timestamp with time zone,
	"captured" jsonb,
	"captured_at" timestamp with time zone,
	"runs_as" uuid NOT NULL,
	"last_fired_at" timestamp with time zone,
	"last_outcome" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflow_triggers_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "workflow_triggers_name" UNIQUE("tenant_id","workflow_id","name")
);
--> statement-breakpoint
CREATE TABLE "workflow_definitions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"workflow_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"environment" text DEFAULT 'dev' NOT NULL,
	"nodes" jsonb NOT NULL,
	"edges" jsonb NOT NULL,
	"start_node_id" text,
	"end_node_ids" text[] DEFAULT '{}' NOT NULL,
	"variables" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"complexity" text DEFAULT 'simple' NOT NULL,
	"estimated_duration" bigint,
	"error_handling" jsonb,
	"rollback_strategy" jsonb,
	"is_template" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"document_hash" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflow_definitions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "workflow_definitions_key" UNIQUE("tenant_id","workflow_id"),
	CONSTRAINT "workflow_definitions_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "workflow_versions" (
	"tenant_id" uuid NOT NULL,
	"workflow_id" text NOT NULL,
	"version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"document_hash" text NOT NULL,
	"note" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflow_versions_tenant_id_workflow_id_version_pk" PRIMARY KEY("tenant_id","workflow_id","version")
);
--> statement-breakpoint
ALTER TABLE "access_review_items" ADD CONSTRAINT "access_review_items_review" FOREIGN KEY ("tenant_id","review_id") REFERENCES "public"."access_reviews"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_reviews" ADD CONSTRAINT "access_reviews_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_configurations" ADD CONSTRAINT "agent_configurations_agent" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agent_registry"("tenant_id","agent_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_configurations" ADD CONSTRAINT "agent_configurations_person" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_instances" ADD CONSTRAINT "agent_instances_agent" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agent_registry"("tenant_id","agent_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_instances" ADD CONSTRAINT "agent_instances_owner" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_registry" ADD CONSTRAINT "agent_registry_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_registry" ADD CONSTRAINT "agent_registry_workflow_definition" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."workflow_definitions"("tenant_id","workflow_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_templates" ADD CONSTRAINT "agent_templates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_delegations" ADD CONSTRAINT "approval_delegations_user" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_delegations" ADD CONSTRAINT "approval_delegations_delegate" FOREIGN KEY ("tenant_id","delegate_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_votes" ADD CONSTRAINT "approval_votes_request" FOREIGN KEY ("tenant_id","request_id") REFERENCES "public"."attestation_records"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_log_places" ADD CONSTRAINT "assistant_log_places_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_settings" ADD CONSTRAINT "assistant_settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "autonomous_acts" ADD CONSTRAINT "autonomous_acts_tenant_id_suggestion_id_suggestions_tenant_id_id_fk" FOREIGN KEY ("tenant_id","suggestion_id") REFERENCES "public"."suggestions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_analyses" ADD CONSTRAINT "due_analyses_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_counts" ADD CONSTRAINT "access_counts_tenant_id_user_id_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD CONSTRAINT "audit_checkpoints_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_nodes" ADD CONSTRAINT "audit_nodes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_staged" ADD CONSTRAINT "audit_staged_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calculation_runs" ADD CONSTRAINT "calculation_runs_tenant_id_plan_id_plan_version_plan_versions_tenant_id_plan_id_version_fk" FOREIGN KEY ("tenant_id","plan_id","plan_version") REFERENCES "public"."plan_versions"("tenant_id","plan_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_checks" ADD CONSTRAINT "exception_checks_tenant_id_run_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exceptions_cleared" ADD CONSTRAINT "exceptions_cleared_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_deal_places" ADD CONSTRAINT "payout_deal_places_tenant_id_run_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_inputs" ADD CONSTRAINT "payout_inputs_tenant_id_run_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_tenant_id_run_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_acknowledgements" ADD CONSTRAINT "statement_acknowledgements_tenant_id_run_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_registry" ADD CONSTRAINT "application_registry_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_registry" ADD CONSTRAINT "application_registry_credential" FOREIGN KEY ("tenant_id","credential_id") REFERENCES "public"."credentials_vault"("tenant_id","credential_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_registry" ADD CONSTRAINT "application_registry_grant_credential" FOREIGN KEY ("tenant_id","grant_credential_id") REFERENCES "public"."credentials_vault"("tenant_id","credential_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_registry" ADD CONSTRAINT "application_registry_next_credential" FOREIGN KEY ("tenant_id","next_credential_id") REFERENCES "public"."credentials_vault"("tenant_id","credential_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_bindings" ADD CONSTRAINT "credential_bindings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_bindings" ADD CONSTRAINT "credential_bindings_connection" FOREIGN KEY ("tenant_id","resource_id") REFERENCES "public"."application_registry"("tenant_id","application_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_bindings" ADD CONSTRAINT "credential_bindings_credential" FOREIGN KEY ("tenant_id","credential_id") REFERENCES "public"."credentials_vault"("tenant_id","credential_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials_vault" ADD CONSTRAINT "credentials_vault_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "database_registry" ADD CONSTRAINT "database_registry_connection" FOREIGN KEY ("tenant_id","database_id") REFERENCES "public"."application_registry"("tenant_id","application_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_keys" ADD CONSTRAINT "vault_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_of_connector" FOREIGN KEY ("tenant_id","connector_id") REFERENCES "public"."data_source_connectors"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_source_connectors" ADD CONSTRAINT "data_source_connectors_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_operations" ADD CONSTRAINT "sync_operations_of_connector" FOREIGN KEY ("tenant_id","connector_id") REFERENCES "public"."data_source_connectors"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_reservations" ADD CONSTRAINT "budget_reservations_effect" FOREIGN KEY ("tenant_id","run_id","effect") REFERENCES "public"."run_effects"("tenant_id","run_id","effect") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_reservations" ADD CONSTRAINT "budget_reservations_budget" FOREIGN KEY ("tenant_id","budget_id") REFERENCES "public"."budgets"("tenant_id","budget_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entries" ADD CONSTRAINT "cost_entries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_call_reservations" ADD CONSTRAINT "own_call_reservations_budget" FOREIGN KEY ("tenant_id","budget_id") REFERENCES "public"."budgets"("tenant_id","budget_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_contract_versions" ADD CONSTRAINT "data_contract_versions_tenant_id_contract_id_data_contracts_tenant_id_contract_id_fk" FOREIGN KEY ("tenant_id","contract_id") REFERENCES "public"."data_contracts"("tenant_id","contract_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_contracts" ADD CONSTRAINT "data_contracts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_releases" ADD CONSTRAINT "agent_releases_version" FOREIGN KEY ("tenant_id","agent_id","agent_version") REFERENCES "public"."agent_versions"("tenant_id","agent_id","hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_workflow_bindings" ADD CONSTRAINT "agent_workflow_bindings_tenant_id_agent_id_agent_registry_tenant_id_agent_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agent_registry"("tenant_id","agent_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_workflow_bindings" ADD CONSTRAINT "agent_workflow_bindings_version" FOREIGN KEY ("tenant_id","agent_id","agent_version") REFERENCES "public"."agent_versions"("tenant_id","agent_id","hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pipeline_executions" ADD CONSTRAINT "pipeline_executions_version" FOREIGN KEY ("tenant_id","agent_id","agent_version") REFERENCES "public"."agent_versions"("tenant_id","agent_id","hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollback_checkpoints" ADD CONSTRAINT "rollback_checkpoints_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollback_operations" ADD CONSTRAINT "rollback_operations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_messages" ADD CONSTRAINT "dispute_messages_tenant_id_dispute_id_disputes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","dispute_id") REFERENCES "public"."disputes"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_calculation_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","calculation_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_exceptions" ADD CONSTRAINT "duty_exceptions_tenant_id_user_id_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_content" FOREIGN KEY ("tenant_id","content_hash") REFERENCES "public"."file_contents"("tenant_id","content_hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_tenant_id_import_id_imports_tenant_id_id_fk" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."imports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_images" ADD CONSTRAINT "import_images_tenant_id_import_id_imports_tenant_id_id_fk" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."imports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_lookups" ADD CONSTRAINT "import_lookups_tenant_id_import_id_imports_tenant_id_id_fk" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."imports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_problems" ADD CONSTRAINT "import_problems_tenant_id_import_id_imports_tenant_id_id_fk" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."imports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_profiles" ADD CONSTRAINT "import_profiles_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_skips" ADD CONSTRAINT "import_skips_tenant_id_import_id_imports_tenant_id_id_fk" FOREIGN KEY ("tenant_id","import_id") REFERENCES "public"."imports"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participant_aliases" ADD CONSTRAINT "participant_aliases_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participant_aliases" ADD CONSTRAINT "participant_aliases_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_changes" ADD CONSTRAINT "ledger_changes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_segments" ADD CONSTRAINT "ledger_segments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_member" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_invitation" FOREIGN KEY ("tenant_id","invitation_id") REFERENCES "public"."invitations"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_person" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_limits" ADD CONSTRAINT "payment_limits_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_tenant_id_calculation_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","calculation_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_tenant_id_payment_run_id_payment_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_run_id") REFERENCES "public"."payment_runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clawbacks" ADD CONSTRAINT "clawbacks_tenant_id_calculation_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","calculation_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clawbacks" ADD CONSTRAINT "clawbacks_tenant_id_payment_run_id_payment_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_run_id") REFERENCES "public"."payment_runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold_releases" ADD CONSTRAINT "hold_releases_tenant_id_hold_id_holds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","hold_id") REFERENCES "public"."holds"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold_releases" ADD CONSTRAINT "hold_releases_tenant_id_payment_run_id_payment_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_run_id") REFERENCES "public"."payment_runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_lines" ADD CONSTRAINT "payment_lines_payment" FOREIGN KEY ("tenant_id","payment_run_id","participant_id","currency") REFERENCES "public"."payments"("tenant_id","payment_run_id","participant_id","currency") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sources" ADD CONSTRAINT "payment_sources_tenant_id_payment_run_id_payment_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_run_id") REFERENCES "public"."payment_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sources" ADD CONSTRAINT "payment_sources_tenant_id_calculation_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","calculation_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_tenant_id_payment_run_id_payment_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_run_id") REFERENCES "public"."payment_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_layouts" ADD CONSTRAINT "payroll_layouts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_tenant_id_user_id_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_tenant_id_user_id_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_role_grants" ADD CONSTRAINT "custom_role_grants_member" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_role_grants" ADD CONSTRAINT "custom_role_grants_role" FOREIGN KEY ("tenant_id","role_id") REFERENCES "public"."custom_roles"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_roles" ADD CONSTRAINT "custom_roles_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_proofs" ADD CONSTRAINT "passkey_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_grants" ADD CONSTRAINT "role_grants_tenant_id_user_id_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_settings" ADD CONSTRAINT "role_settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_tenant_id_user_id_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_assignments" ADD CONSTRAINT "plan_assignments_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_assignments" ADD CONSTRAINT "plan_assignments_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_versions" ADD CONSTRAINT "plan_versions_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorization_policies" ADD CONSTRAINT "authorization_policies_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_regions" ADD CONSTRAINT "data_regions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limiter_calls" ADD CONSTRAINT "limiter_calls_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_bindings" ADD CONSTRAINT "policy_bindings_tenant_id_policy_id_authorization_policies_tenant_id_policy_id_fk" FOREIGN KEY ("tenant_id","policy_id") REFERENCES "public"."authorization_policies"("tenant_id","policy_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_decisions" ADD CONSTRAINT "policy_decisions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_tenant_id_policy_id_authorization_policies_tenant_id_policy_id_fk" FOREIGN KEY ("tenant_id","policy_id") REFERENCES "public"."authorization_policies"("tenant_id","policy_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_violations" ADD CONSTRAINT "policy_violations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalculation_batches" ADD CONSTRAINT "recalculation_batches_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalculations" ADD CONSTRAINT "recalculations_tenant_id_run_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_changes" ADD CONSTRAINT "record_changes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_reach" ADD CONSTRAINT "record_reach_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parallel_pay" ADD CONSTRAINT "parallel_pay_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_terms" ADD CONSTRAINT "pay_terms_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotas" ADD CONSTRAINT "quotas_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ramps" ADD CONSTRAINT "ramps_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reporting_lines" ADD CONSTRAINT "reporting_lines_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reporting_lines" ADD CONSTRAINT "reporting_lines_tenant_id_manager_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","manager_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "territory_assignments" ADD CONSTRAINT "territory_assignments_tenant_id_participant_id_participants_tenant_id_id_fk" FOREIGN KEY ("tenant_id","participant_id") REFERENCES "public"."participants"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_batches" ADD CONSTRAINT "run_batches_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_executions" ADD CONSTRAINT "process_executions_process" FOREIGN KEY ("tenant_id","process_id") REFERENCES "public"."scheduled_processes"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_processes" ADD CONSTRAINT "scheduled_processes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."directory_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_member" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_members" ADD CONSTRAINT "directory_members_tenant_id_user_id_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_roles" ADD CONSTRAINT "group_roles_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_identities" ADD CONSTRAINT "sign_in_identities_tenant_id_user_id_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_providers" ADD CONSTRAINT "sign_in_providers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_tests" ADD CONSTRAINT "plan_tests_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulation_payees" ADD CONSTRAINT "simulation_payees_tenant_id_simulation_id_simulations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","simulation_id") REFERENCES "public"."simulations"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulations" ADD CONSTRAINT "simulations_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_archives" ADD CONSTRAINT "statement_archives_tenant_id_run_id_calculation_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."calculation_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_runs" ADD CONSTRAINT "analysis_runs_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_configurations" ADD CONSTRAINT "assistant_configurations_tenant_id_created_by_memberships_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","created_by") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_packs" ADD CONSTRAINT "evidence_packs_tenant_id_suggestion_id_suggestions_tenant_id_id_fk" FOREIGN KEY ("tenant_id","suggestion_id") REFERENCES "public"."suggestions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestion_feedback" ADD CONSTRAINT "suggestion_feedback_tenant_id_suggestion_id_suggestions_tenant_id_id_fk" FOREIGN KEY ("tenant_id","suggestion_id") REFERENCES "public"."suggestions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestion_trail" ADD CONSTRAINT "suggestion_trail_tenant_id_suggestion_id_suggestions_tenant_id_id_fk" FOREIGN KEY ("tenant_id","suggestion_id") REFERENCES "public"."suggestions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telemetry_events" ADD CONSTRAINT "telemetry_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "what_if_runs" ADD CONSTRAINT "what_if_runs_tenant_id_plan_id_plans_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_assurance_configs" ADD CONSTRAINT "quality_assurance_configs_tenant_id_workflow_id_workflow_definitions_tenant_id_workflow_id_fk" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."workflow_definitions"("tenant_id","workflow_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_tenant_id_run_id_test_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."test_runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_tenant_id_config_id_quality_assurance_configs_tenant_id_config_id_fk" FOREIGN KEY ("tenant_id","config_id") REFERENCES "public"."quality_assurance_configs"("tenant_id","config_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_postings" ADD CONSTRAINT "log_postings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_shape_texts" ADD CONSTRAINT "log_shape_texts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_texts" ADD CONSTRAINT "log_texts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trace_exports" ADD CONSTRAINT "trace_exports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_branches" ADD CONSTRAINT "agent_branches_head" FOREIGN KEY ("tenant_id","agent_id","head") REFERENCES "public"."agent_versions"("tenant_id","agent_id","hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_tenant_id_agent_id_agent_registry_tenant_id_agent_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agent_registry"("tenant_id","agent_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD CONSTRAINT "merge_requests_branch" FOREIGN KEY ("tenant_id","agent_id","branch") REFERENCES "public"."agent_branches"("tenant_id","agent_id","name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook" FOREIGN KEY ("tenant_id","webhook_id") REFERENCES "public"."webhooks"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_executions" ADD CONSTRAINT "agent_executions_version" FOREIGN KEY ("tenant_id","workflow_id","workflow_version") REFERENCES "public"."workflow_versions"("tenant_id","workflow_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "human_approval_tasks" ADD CONSTRAINT "human_approval_tasks_assignee" FOREIGN KEY ("tenant_id","assignee") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "human_approval_tasks" ADD CONSTRAINT "human_approval_tasks_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_effects" ADD CONSTRAINT "run_effects_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_failures" ADD CONSTRAINT "run_failures_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_inbox" ADD CONSTRAINT "run_inbox_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_journal" ADD CONSTRAINT "run_journal_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_timers" ADD CONSTRAINT "run_timers_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_values" ADD CONSTRAINT "run_values_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."agent_executions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_triggers" ADD CONSTRAINT "workflow_triggers_workflow" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."workflow_definitions"("tenant_id","workflow_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_definitions" ADD CONSTRAINT "workflow_definitions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_tenant_id_workflow_id_workflow_definitions_tenant_id_workflow_id_fk" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."workflow_definitions"("tenant_id","workflow_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_review_items_role" ON "access_review_items" USING btree ("tenant_id","review_id","user_id","role");--> statement-breakpoint
CREATE INDEX "access_reviews_by_time" ON "access_reviews" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_reviews_open" ON "access_reviews" USING btree ("tenant_id") WHERE "access_reviews"."status" = 'open';--> statement-breakpoint
CREATE INDEX "agent_instances_by_name" ON "agent_instances" USING btree ("tenant_id","instance_name","id");--> statement-breakpoint
CREATE INDEX "approval_delegations_by_delegate" ON "approval_delegations" USING btree ("tenant_id","delegate_id");--> statement-breakpoint
CREATE INDEX "approval_delegations_by_user" ON "approval_delegations" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attestation_records_open" ON "attestation_records" USING btree ("tenant_id","kind","subject_id") WHERE "attestation_records"."status" = 'open';--> statement-breakpoint
CREATE INDEX "attestation_records_by_age" ON "attestation_records" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "attestation_records_by_subject" ON "attestation_records" USING btree ("tenant_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "autonomous_acts_by_age" ON "autonomous_acts" USING btree ("tenant_id","acted_at");--> statement-breakpoint
CREATE INDEX "autonomous_acts_by_suggestion" ON "autonomous_acts" USING btree ("tenant_id","suggestion_id");--> statement-breakpoint
CREATE INDEX "due_analyses_by_moment" ON "due_analyses" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "audit_entries_anchor" ON "audit_entries" USING btree ("tenant_id","leaf_hash");--> statement-breakpoint
CREATE INDEX "audit_entries_alone" ON "audit_entries" USING btree ("tenant_id","leaf_index") WHERE body LIKE '%"reason":{"code":"single-person"%';--> statement-breakpoint
CREATE INDEX "audit_staged_order" ON "audit_staged" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "calculation_runs_by_age" ON "calculation_runs" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payout_lines_by_name" ON "payout_lines" USING btree ("tenant_id","run_id","participant_name","seq");--> statement-breakpoint
CREATE INDEX "payout_lines_by_amount" ON "payout_lines" USING btree ("tenant_id","run_id","amount","seq");--> statement-breakpoint
CREATE INDEX "payout_lines_by_attainment" ON "payout_lines" USING btree ("tenant_id","run_id",coalesce("attainment_percent", 'Infinity'::numeric),"seq");--> statement-breakpoint
CREATE INDEX "payout_lines_by_attainment_down" ON "payout_lines" USING btree ("tenant_id","run_id",coalesce("attainment_percent", '-Infinity'::numeric),"seq");--> statement-breakpoint
CREATE INDEX "agent_tasks_due" ON "agent_tasks" USING btree ("next_run") WHERE "agent_tasks"."status" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "sync_operations_open" ON "sync_operations" USING btree ("tenant_id","connector_id") WHERE "sync_operations"."status" IN ('running', 'held');--> statement-breakpoint
CREATE INDEX "sync_operations_by_start" ON "sync_operations" USING btree ("tenant_id","connector_id","start_time","id");--> statement-breakpoint
CREATE INDEX "sync_operations_unsettled" ON "sync_operations" USING btree ("tenant_id","import_id") WHERE "sync_operations"."status" IN ('running', 'held');--> statement-breakpoint
CREATE INDEX "budget_reservations_by_budget" ON "budget_reservations" USING btree ("tenant_id","budget_id");--> statement-breakpoint
CREATE INDEX "prices_by_connection" ON "prices" USING btree ("tenant_id","connection","valid_from");--> statement-breakpoint
CREATE INDEX "usage_records_by_time" ON "usage_records" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "usage_records_by_run" ON "usage_records" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_releases_open" ON "agent_releases" USING btree ("tenant_id","agent_id") WHERE "agent_releases"."status" = 'open';--> statement-breakpoint
CREATE INDEX "pipeline_executions_by_time" ON "pipeline_executions" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pipeline_executions_by_wake" ON "pipeline_executions" USING btree ("wake_at");--> statement-breakpoint
CREATE INDEX "pipeline_executions_by_agent" ON "pipeline_executions" USING btree ("tenant_id","agent_id","environment");--> statement-breakpoint
CREATE UNIQUE INDEX "pipeline_executions_open" ON "pipeline_executions" USING btree ("tenant_id","agent_id","environment") WHERE "pipeline_executions"."status" IN ('pending', 'running');--> statement-breakpoint
CREATE INDEX "rollback_checkpoints_by_time" ON "rollback_checkpoints" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "rollback_operations_by_time" ON "rollback_operations" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_by_age" ON "disputes" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_by_payee" ON "disputes" USING btree ("tenant_id","participant_id");--> statement-breakpoint
CREATE INDEX "duty_exceptions_by_user" ON "duty_exceptions" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "stored_files_by_run" ON "stored_files" USING btree ("tenant_id","run_id","created_at","id");--> statement-breakpoint
CREATE INDEX "import_images_by_import" ON "import_images" USING btree ("tenant_id","import_id","of");--> statement-breakpoint
CREATE INDEX "import_profiles_by_headers" ON "import_profiles" USING btree ("tenant_id","kind","fingerprint");--> statement-breakpoint
CREATE INDEX "imports_by_hash" ON "imports" USING btree ("tenant_id","kind","content_hash");--> statement-breakpoint
CREATE INDEX "imports_by_age" ON "imports" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_open" ON "jobs" USING btree ("tenant_id","kind") WHERE "jobs"."status" IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_by_end" ON "mails" USING btree ("tenant_id","ended_at");--> statement-breakpoint
CREATE INDEX "notices_by_run" ON "notices" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE INDEX "notices_by_person" ON "notices" USING btree ("tenant_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "adjustments_by_participant" ON "adjustments" USING btree ("tenant_id","participant_id","currency");--> statement-breakpoint
CREATE INDEX "adjustments_by_import" ON "adjustments" USING btree ("tenant_id","import_id");--> statement-breakpoint
CREATE INDEX "clawbacks_by_line" ON "clawbacks" USING btree ("tenant_id","calculation_id","participant_id","component_id");--> statement-breakpoint
CREATE INDEX "draws_by_payee" ON "draws" USING btree ("tenant_id","participant_id","from_date");--> statement-breakpoint
CREATE INDEX "hold_releases_by_hold" ON "hold_releases" USING btree ("tenant_id","hold_id");--> statement-breakpoint
CREATE INDEX "holds_by_age" ON "holds" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_lines_by_kind" ON "payment_lines" USING btree ("tenant_id","payment_run_id","kind");--> statement-breakpoint
CREATE INDEX "payment_runs_by_age" ON "payment_runs" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_sources_by_plan" ON "payment_sources" USING btree ("tenant_id","plan_id","period_key");--> statement-breakpoint
CREATE INDEX "payments_by_payee" ON "payments" USING btree ("tenant_id","participant_id","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "payroll_layouts_name" ON "payroll_layouts" USING btree ("tenant_id",("layout" ->> 'name'));--> statement-breakpoint
CREATE INDEX "access_grants_by_user" ON "access_grants" USING btree ("tenant_id","user_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_by_hash" ON "api_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "custom_role_grants_by_role" ON "custom_role_grants" USING btree ("tenant_id","role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_roles_by_name" ON "custom_roles" USING btree ("tenant_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_by_secret" ON "invitations" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("tenant_id","kind","username") WHERE used_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_by_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "data_regions_home" ON "data_regions" USING btree ("tenant_id") WHERE is_home;--> statement-breakpoint
CREATE INDEX "limiter_calls_by_time" ON "limiter_calls" USING btree ("tenant_id","counter","at");--> statement-breakpoint
CREATE INDEX "policy_violations_by_time" ON "policy_violations" USING btree ("tenant_id","last_at","id");--> statement-breakpoint
CREATE INDEX "recalculations_by_age" ON "recalculations" USING btree ("tenant_id","run_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cash_receipts_by_deal" ON "cash_receipts" USING btree ("tenant_id","deal_id","date");--> statement-breakpoint
CREATE INDEX "cash_receipts_by_date" ON "cash_receipts" USING btree ("tenant_id","date","id");--> statement-breakpoint
CREATE INDEX "deals_by_date" ON "deals" USING btree ("tenant_id","date","id");--> statement-breakpoint
CREATE INDEX "deals_by_participant" ON "deals" USING btree ("tenant_id","participant_id","date","id");--> statement-breakpoint
CREATE INDEX "deals_with_splits" ON "deals" USING btree ("tenant_id","date","id") WHERE splits IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deals_with_overlays" ON "deals" USING btree ("tenant_id","date","id") WHERE overlays IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deals_with_own_fields" ON "deals" USING btree ("tenant_id","date","id") WHERE own_fields <> '{}';--> statement-breakpoint
CREATE INDEX "opportunities_tenant_id_status_expected_on_index" ON "opportunities" USING btree ("tenant_id","status","expected_on");--> statement-breakpoint
CREATE INDEX "reporting_lines_manager" ON "reporting_lines" USING btree ("tenant_id","manager_id");--> statement-breakpoint
CREATE INDEX "process_executions_by_time" ON "process_executions" USING btree ("tenant_id","process_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "process_executions_open" ON "process_executions" USING btree ("tenant_id","process_id") WHERE "process_executions"."status" IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX "scheduled_processes_due" ON "scheduled_processes" USING btree ("next_run_time") WHERE "scheduled_processes"."status" = 'active';--> statement-breakpoint
CREATE INDEX "directory_group_members_by_user" ON "directory_group_members" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_groups_by_name" ON "directory_groups" USING btree ("tenant_id",lower("display_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_identities_by_user" ON "sign_in_identities" USING btree ("tenant_id","issuer","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_providers_by_id" ON "sign_in_providers" USING btree ("id");--> statement-breakpoint
CREATE INDEX "simulations_by_age" ON "simulations" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "statement_archives_by_run" ON "statement_archives" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE INDEX "analysis_runs_by_plan" ON "analysis_runs" USING btree ("tenant_id","plan_id","created_at");--> statement-breakpoint
CREATE INDEX "evidence_packs_by_suggestion" ON "evidence_packs" USING btree ("tenant_id","suggestion_id");--> statement-breakpoint
CREATE INDEX "evidence_packs_by_hash" ON "evidence_packs" USING btree ("tenant_id","evidence_hash");--> statement-breakpoint
CREATE INDEX "suggestion_feedback_by_age" ON "suggestion_feedback" USING btree ("tenant_id","timestamp");--> statement-breakpoint
CREATE INDEX "suggestion_trail_by_suggestion" ON "suggestion_trail" USING btree ("tenant_id","suggestion_id","timestamp");--> statement-breakpoint
CREATE INDEX "suggestions_by_age" ON "suggestions" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suggestions_by_plan" ON "suggestions" USING btree ("tenant_id","plan_id","status");--> statement-breakpoint
CREATE INDEX "telemetry_events_by_age" ON "telemetry_events" USING btree ("tenant_id","timestamp");--> statement-breakpoint
CREATE INDEX "telemetry_events_by_suggestion" ON "telemetry_events" USING btree ("tenant_id","suggestion_id");--> statement-breakpoint
CREATE INDEX "what_if_runs_by_age" ON "what_if_runs" USING btree ("tenant_id","created_by","created_at");--> statement-breakpoint
CREATE INDEX "quality_assurance_configs_workflow" ON "quality_assurance_configs" USING btree ("tenant_id","workflow_id");--> statement-breakpoint
CREATE INDEX "test_runs_latest" ON "test_runs" USING btree ("tenant_id","config_id","created_at");--> statement-breakpoint
CREATE INDEX "alert_rules_by_turn" ON "alert_rules" USING btree ("judged_at");--> statement-breakpoint
CREATE INDEX "alerts_by_time" ON "alerts" USING btree ("tenant_id","raised_at","alert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("tenant_id","rule_id") WHERE "alerts"."status" <> 'resolved';--> statement-breakpoint
CREATE INDEX "alerts_by_mail" ON "alerts" USING btree ("mail_due_at") WHERE "alerts"."mail_state" = 'pending';--> statement-breakpoint
CREATE INDEX "log_postings_by_shape" ON "log_postings" USING btree ("tenant_id","shape","newest_at");--> statement-breakpoint
CREATE INDEX "log_shape_texts_by_shape" ON "log_shape_texts" USING btree ("tenant_id","shape");--> statement-breakpoint
CREATE INDEX "trace_exports_by_due" ON "trace_exports" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "merge_requests_open" ON "merge_requests" USING btree ("tenant_id","agent_id","branch") WHERE "merge_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("tenant_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "agent_executions_by_age" ON "agent_executions" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "agent_executions_by_workflow" ON "agent_executions" USING btree ("tenant_id","workflow_id","created_at","id");--> statement-breakpoint
CREATE INDEX "agent_executions_by_status" ON "agent_executions" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "agent_executions_of_drafts" ON "agent_executions" USING btree ("tenant_id","created_at","id") WHERE "agent_executions"."is_draft";--> statement-breakpoint
CREATE INDEX "agent_executions_by_instance" ON "agent_executions" USING btree ("tenant_id","instance_id","created_at","id") WHERE "agent_executions"."instance_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "agent_executions_by_parent" ON "agent_executions" USING btree ("tenant_id","parent_run_id") WHERE "agent_executions"."parent_run_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "human_approval_tasks_by_due" ON "human_approval_tasks" USING btree ("tenant_id","is_open","due_at","task_id");--> statement-breakpoint
CREATE INDEX "run_effects_by_lease" ON "run_effects" USING btree ("leased_until");--> statement-breakpoint
CREATE INDEX "run_effects_by_holder" ON "run_effects" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "run_failures_unhandled" ON "run_failures" USING btree ("failed_at") WHERE "run_failures"."handled_at" IS NULL;--> statement-breakpoint
CREATE INDEX "run_failures_unnotified" ON "run_failures" USING btree ("tenant_id","workflow_id") WHERE "run_failures"."notified_at" IS NULL;--> statement-breakpoint
CREATE INDEX "run_failures_notified" ON "run_failures" USING btree ("tenant_id","workflow_id","notified_at");--> statement-breakpoint
CREATE INDEX "run_inbox_by_age" ON "run_inbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "run_timers_by_due" ON "run_timers" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "run_timers_by_workspace" ON "run_timers" USING btree ("tenant_id","due_at");--> statement-breakpoint
CREATE INDEX "workflow_triggers_due" ON "workflow_triggers" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "workflow_triggers_waiting" ON "workflow_triggers" USING btree ("tenant_id") WHERE "workflow_triggers"."queued_for" IS NOT NULL OR "workflow_triggers"."backfill" <> '{}';--> statement-breakpoint
CREATE INDEX "workflow_triggers_by_kind" ON "workflow_triggers" USING btree ("kind","is_enabled");--> statement-breakpoint
CREATE INDEX "workflow_triggers_by_address" ON "workflow_triggers" USING btree ("address");--> statement-breakpoint
CREATE VIEW "public"."payout_credits" WITH (security_invoker = true) AS (SELECT l.tenant_id, l.run_id, l.participant_id, l.component_id, c.seq::integer AS seq, c.deal_id, c.date, c.credited,
  coalesce(c.share_percent, 100) AS share_percent, coalesce(c.role, 'direct') AS role, c.through, c.exchange, c.factor, c.earned, c.import_id, c.import_line FROM payout_lines l CROSS JOIN LATERAL unnest(l.deal_ids, l.deal_dates, l.credits, l.share_percents, l.roles, l.throughs, l.exchanges, l.factors, l.earned, l.import_ids, l.import_lines)
  WITH ORDINALITY AS c (deal_id, date, credited, share_percent, role, through, exchange, factor, earned, import_id, import_line, seq));--> statement-breakpoint
CREATE VIEW "public"."payout_credits_by_deal" WITH (security_invoker = true) AS (SELECT l.tenant_id, l.run_id, l.participant_id, l.component_id, c.seq::integer AS seq, c.deal_id, c.date, c.credited,
  coalesce(c.share_percent, 100) AS share_percent, coalesce(c.role, 'direct') AS role, c.through, c.exchange, c.factor, c.earned, c.import_id, c.import_line, p.bucket, f.hash FROM payout_deal_places p CROSS JOIN LATERAL unnest(p.hashes, p.line_seqs) AS f (hash, line_seq)
  JOIN payout_lines l ON l.tenant_id = p.tenant_id AND l.run_id = p.run_id AND l.seq = f.line_seq CROSS JOIN LATERAL unnest(l.deal_ids, l.deal_dates, l.credits, l.share_percents, l.roles, l.throughs, l.exchanges, l.factors, l.earned, l.import_ids, l.import_lines)
  WITH ORDINALITY AS c (deal_id, date, credited, share_percent, role, through, exchange, factor, earned, import_id, import_line, seq));--> statement-breakpoint
CREATE VIEW "public"."active_members" WITH (security_invoker = true) AS (SELECT m.tenant_id, m.user_id, u.kind = 'person' AS is_person, m.participant_id, m.sessions_from, m.created_at,
    ARRAY(SELECT CASE WHEN one.team IS NULL THEN one.role ELSE '@' || one.role || ' ' || one.team END
      FROM (SELECT unnest(m.roles) AS role, NULL::text AS team UNION ALL
        SELECT g.role, g.team_of FROM role_grants g WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id
        AND coalesce(g.from_day <= (now() AT TIME ZONE 'UTC')::date, true) AND coalesce(g.to_day >= (now() AT TIME ZONE 'UTC')::date, true)) one
      WHERE NOT EXISTS (SELECT 1 FROM role_settings s WHERE s.tenant_id = m.tenant_id AND s.role = one.role AND NOT s.is_active))
      || ARRAY(SELECT DISTINCT CASE WHEN g.team_of IS NULL THEN cell ELSE '@' || cell || ' ' || g.team_of END
      FROM custom_role_grants g JOIN custom_roles r ON r.tenant_id = g.tenant_id AND r.id = g.role_id CROSS JOIN unnest(r.cells) AS cell
      WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id
      AND coalesce(g.from_day <= (now() AT TIME ZONE 'UTC')::date, true) AND coalesce(g.to_day >= (now() AT TIME ZONE 'UTC')::date, true)
      AND NOT EXISTS (SELECT 1 FROM role_settings s WHERE s.tenant_id = m.tenant_id AND s.role = r.id::text AND NOT s.is_active)) AS roles,
    EXISTS (SELECT 1 FROM role_settings s WHERE s.tenant_id = m.tenant_id AND s.is_audited AND s.is_active AND (s.role = ANY(m.roles)
      OR s.role IN (SELECT g.role FROM role_grants g WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id)
      OR s.role IN (SELECT g.role_id::text FROM custom_role_grants g WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id))) AS is_audited,
    ARRAY(SELECT a.permission FROM access_grants a WHERE a.tenant_id = m.tenant_id AND a.user_id = m.user_id
      AND a.ends_at > now()) AS granted
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.state = 'active' AND NOT u.disabled);--> statement-breakpoint
CREATE VIEW "public"."workspace_people" WITH (security_invoker = true) AS (SELECT m.tenant_id, m.user_id AS id, CASE WHEN u.disabled THEN 'disabled' ELSE m.state END AS state, u.kind, u.username, u.display_name,
      coalesce((SELECT jsonb_agg(jsonb_build_object('role', r.role, 'from', null, 'to', null)) FROM unnest(m.roles) AS r (role)), '[]')
        || coalesce((SELECT jsonb_agg(jsonb_build_object('role', g.role, 'from', g.from_day, 'to', g.to_day) || CASE WHEN g.team_of IS NULL THEN '{}' ELSE jsonb_build_object('teamOf', g.team_of, 'teamName',
            coalesce((SELECT p.name FROM participants p WHERE p.tenant_id = g.tenant_id AND p.id = g.team_of), g.team_of)) END ORDER BY g.role)
          FROM role_grants g WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id), '[]') AS roles,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'from', g.from_day, 'to', g.to_day) || CASE WHEN g.team_of IS NULL THEN '{}' ELSE jsonb_build_object('teamOf', g.team_of, 'teamName',
            coalesce((SELECT p.name FROM participants p WHERE p.tenant_id = g.tenant_id AND p.id = g.team_of), g.team_of)) END ORDER BY r.name)
          FROM custom_role_grants g JOIN custom_roles r ON r.tenant_id = g.tenant_id AND r.id = g.role_id
          WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id), '[]') AS custom_roles,
      coalesce((SELECT jsonb_agg(jsonb_build_object('approvalId', e.approval_id, 'roles', e.roles, 'names', e.names, 'duty', e.duty,
            'until', e.until, 'reason', e.reason, 'approvedBy', coalesce((SELECT string_agg(a.display_name, ', ' ORDER BY a.display_name)
              FROM attestation_records q JOIN users a ON a.id = ANY(q.approvers) WHERE q.tenant_id = e.tenant_id AND q.id = e.approval_id), ''))
            ORDER BY e.until, e.id)
          FROM duty_exceptions e WHERE e.tenant_id = m.tenant_id AND e.user_id = m.user_id AND e.ended_at IS NULL), '[]') AS exceptions,
      m.participant_id, CASE WHEN u.kind = 'person' THEN m.last_seen_at ELSE
        (SELECT max(k.last_used_at) FROM api_tokens k WHERE k.tenant_id = m.tenant_id AND k.user_id = m.user_id) END AS last_seen_at, NULL::timestamptz AS expires_at, NULL::uuid AS approval_id,
      u.second_factor_since
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.state <> 'removed'
    UNION ALL SELECT i.tenant_id, i.id, 'invited', 'person', i.username, i.display_name, i.roles, '[]'::jsonb, '[]'::jsonb, i.participant_id, NULL, i.expires_at, i.approval_id, NULL
    FROM invitations i WHERE i.kind = 'join' AND i.used_at IS NULL AND i.revoked_at IS NULL);--> statement-breakpoint
CREATE VIEW "public"."run_lines" WITH (security_invoker = true) AS (SELECT j.tenant_id, j.run_id, j.seq, j.entry FROM run_journal j
  UNION ALL SELECT r.tenant_id, r.id, l.seq::integer, l.entry::json FROM agent_executions r
  CROSS JOIN LATERAL unnest(string_to_array(r.whole_journal, E'\n')) WITH ORDINALITY AS l (entry, seq));