import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import clsx from "clsx";
import { Icon } from "#components/ui/icons.tsx";

type Props = {
  id: string;
  title: ReactNode;
  /** What lies inside, in few words: its one figure where it has one. */
  note?: ReactNode;
  /** Holds a table of many columns; where they don't all fit, it is said that there are more. */
  isWide?: boolean;
  /** Where the address asked for something in it. */
  isOpen?: boolean;
  children: ReactNode;
};

/** A part of the page that waits to be asked for, by its heading or by an address that names it. */
export async function Fold({ id, title, note, isWide = false, isOpen = false, children }: Props) {
  const t = await getTranslations("resultsOverview");
  return (
    <details
      id={id}
      open={isOpen}
      className="group min-w-0 border-b border-line print:[&::details-content]:[content-visibility:visible]"
    >
      <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 py-2 hover:text-accent [&::-webkit-details-marker]:hidden">
        <Icon name="down" className="-rotate-90 text-ink-muted transition-transform group-open:rotate-0" />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 className="text-base font-semibold">{title}</h2>
          {note && <span className="text-sm text-ink-muted">{note}</span>}
        </span>
      </summary>
      <div className={clsx("grid min-w-0 gap-3 pt-1 pb-8", isWide && "@container")}>
        {isWide && <p className="text-sm text-ink-muted @min-[58rem]:hidden print:hidden">{t("wide")}</p>}
        {children}
      </div>
    </details>
  );
}
