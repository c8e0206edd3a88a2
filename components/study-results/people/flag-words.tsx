import { useTranslations } from "next-intl";
import { inPercent } from "#lib/figures/written.ts";
import type { Flag } from "#lib/study-results/flags.ts";
import type { Exclusion } from "#lib/study-results/schema.ts";

/** What is flagged, in words. */
export function Flags({ flags }: { flags: readonly Flag[] }) {
  const t = useTranslations("resultsPeople.flags");
  if (flags.length === 0) return <span className="text-ink-muted">{t("none")}</span>;
  const word = (flag: Flag) => {
    switch (flag.kind) {
      case "straight_line":
        return t("straight_line", { run: flag.run });
      case "haste":
        return t("haste", { fast: flag.fast, of: flag.of, seconds: flag.seconds });
      case "outlier":
        return t("outlier", { agreement: inPercent(flag.agreement), n: flag.n });
      case "unanswered":
        return t("unanswered", { count: flag.count, of: flag.of });
    }
  };
  return (
    <ul role="list" className="grid gap-1">
      {flags.map((flag) => (
        <li key={flag.kind} className="text-warning">
          {word(flag)}
        </li>
      ))}
    </ul>
  );
}

/** Why somebody is left out; nothing where they aren't. */
export function Exclusions({ exclusions }: { exclusions: readonly Exclusion[] }) {
  const t = useTranslations("resultsPeople.exclusions");
  if (exclusions.length === 0) return null;
  return (
    <ul role="list" className="grid gap-1">
      {exclusions.map(({ reason, note }) => (
        <li key={reason} className="wrap-break-word">
          {reason === "by_hand" && note ? t("by_handNote", { note }) : t(reason)}
        </li>
      ))}
    </ul>
  );
}
