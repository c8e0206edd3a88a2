import { useTranslations } from "next-intl";
import type { ActionState } from "#lib/auth/define-action.ts";
import { windowMinutes } from "#lib/auth/terms.ts";
import { maxPasskeys } from "#lib/auth/second-factor/schema.ts";

const silent = ["ask_again", "invalid"];

/** What went wrong, in words; null where nothing did, or where the form says it at its own place. */
export function useFormatError() {
  const t = useTranslations("secondFactor.errors");
  return (state: ActionState): string | null => {
    if (!state || state.ok || silent.includes(state.error)) return null;
    const given = { minutes: windowMinutes, most: maxPasskeys };
    return t.has(state.error as never) ? t(state.error as "unknown", given) : t("unknown");
  };
}
