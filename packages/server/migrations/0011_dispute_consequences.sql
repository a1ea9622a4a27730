ALTER TABLE "disputes" ADD COLUMN "consequence" text;--> statement-breakpoint
UPDATE "disputes" SET "consequence" = CASE
    WHEN "adjustment_id" IS NULL THEN 'records'
    WHEN EXISTS (SELECT 1 FROM "adjustments" a WHERE a.tenant_id = "disputes".tenant_id AND a.id = "disputes".adjustment_id
                  AND a.status IN ('submitted', 'approved')) THEN 'adjustment'
    ELSE 'none' END
  WHERE "outcome" = 'upheld';
