ALTER TABLE "disputes" ADD COLUMN "consequence" text;--> statement-breakpoint
UPDATE "disputes" SET "consequence" = CASE WHEN "adjustment_id" IS NULL THEN 'records' ELSE 'adjustment' END WHERE "outcome" = 'upheld';
