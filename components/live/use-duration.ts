import { useTranslations } from "next-intl";

/** Active time, as exact as anybody wants to read it. */
export function useDuration(): (ms: number) => string {
  const t = useTranslations("live.duration");
  return (ms) => {
    if (ms < 60_000) return t("seconds", { count: Math.round(ms / 1000) });
    const minutes = Math.round(ms / 60_000);
    if (minutes < 60) return t("minutes", { count: minutes });
    return t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
}
