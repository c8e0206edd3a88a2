import type { ExportFileName } from "#lib/study-exports/schema.ts";

export const exportAddress = (slug: string, file: ExportFileName): string =>
  `/api/studies/${encodeURIComponent(slug)}/export/${file}`;
