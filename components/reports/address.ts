import type { Who } from "#lib/study-results/schema.ts";

export const reportAddress = (slug: string, who: Who): string =>
  `/api/studies/${encodeURIComponent(slug)}/report?who=${who}`;
