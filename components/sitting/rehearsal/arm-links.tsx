import { useTranslations } from "next-intl";
import type { Arms } from "#lib/studies/arms/schema.ts";

/** Which arm an address asks for; the first where it names none. */
export function pickArm(asked: string | string[] | undefined, arms: Arms | undefined): number {
  const arm = Number(asked);
  return Number.isInteger(arm) && arm >= 1 && arm <= (arms?.arms.length ?? 1) ? arm : 1;
}

/** A preview is that of one arm; where each case has its own, of one way in which they are dealt. */
export function ArmLinks({ arms: { arms, unit }, current }: { arms: Arms; current: number }) {
  const t = useTranslations("studies.previewArms");
  return (
    <nav
      aria-label={t("title")}
      className="reading measure mx-auto mb-6 flex flex-wrap gap-x-4 gap-y-1 text-base"
    >
      <span className="text-ink-muted">{t(unit)}</span>
      {arms.map(({ name }, at) => (
        <a
          key={name}
          href={`?arm=${at + 1}`}
          aria-current={at + 1 === current ? "page" : undefined}
          className="text-accent underline aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
        >
          {unit === "people" ? name : t("deal", { number: at + 1 })}
        </a>
      ))}
    </nav>
  );
}
