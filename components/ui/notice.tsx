import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toneLooks, type Tone } from "#components/ui/callout.tsx";
import { Icon } from "#components/ui/icons.tsx";

type Props = {
  tone?: Tone;
  /** What holds, in a few words. */
  title: string;
  /** All of it stands there from the start: where nothing else does. */
  isOpen?: boolean;
  children: ReactNode;
};

/** One line that says what holds for everything below, and unfolds why. */
export function Notice({ tone = "warning", title, isOpen = false, children }: Props) {
  const t = useTranslations("shell");
  const { icon, look, mark } = toneLooks[tone];
  return (
    <details
      open={isOpen}
      className={clsx("min-w-0 rounded-md border-l-4 text-sm text-ink open:basis-full", look)}
    >
      <summary className="flex min-h-7 list-none items-center gap-2 px-3 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon name={icon} className={clsx("size-4", mark)} />
        <span className="min-w-0 font-medium">{title}</span>
        <span className="text-accent underline">{t("why")}</span>
      </summary>
      <div className="px-3 pt-0.5 pb-2">{children}</div>
    </details>
  );
}
