-- Entering an adjustment needed `adjust:payments` and now needs `request:adjustments`: tokens and custom roles keep what they could do.
UPDATE "api_tokens" SET "scopes" = array_append("scopes", 'request:adjustments')
 WHERE 'adjust:payments' = ANY ("scopes") AND NOT 'request:adjustments' = ANY ("scopes");
--> statement-breakpoint
UPDATE "custom_roles" SET "cells" = "cells" || ARRAY(
    SELECT replace(cell, 'adjust:payments=', 'request:adjustments=') FROM unnest("cells") AS cell WHERE cell LIKE 'adjust:payments=%')
 WHERE EXISTS (SELECT 1 FROM unnest("cells") AS cell WHERE cell LIKE 'adjust:payments=%')
   AND NOT EXISTS (SELECT 1 FROM unnest("cells") AS cell WHERE cell LIKE 'request:adjustments=%');
