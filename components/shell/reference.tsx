import { getTranslations } from "next-intl/server";
import { headers } from "next/headers";

/** The number under which the log knows this request. */
export async function Reference() {
  const requestId = (await headers()).get("x-request-id");
  if (!requestId) return null;
  const t = await getTranslations("shell");
  return (
    <p className="text-sm text-ink-muted">
      {t("reference")} <code className="font-mono break-all">{requestId}</code>
    </p>
  );
}
