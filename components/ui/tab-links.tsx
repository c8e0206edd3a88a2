import clsx from "clsx";

export type TabItem = { href: string; label: string; current: boolean };

const looks = {
  tabs: {
    row: "gap-1 border-b border-line px-0.5",
    link: "target border-b-3 px-3 font-medium",
    current: "border-accent bg-surface text-ink",
    other: "border-transparent text-ink-muted hover:text-ink",
  },
  pills: {
    row: "gap-1",
    link: "target-small rounded-full border px-2.5 text-sm",
    current: "border-accent bg-accent-tint font-semibold text-ink",
    other: "border-transparent text-ink-muted hover:bg-sunken hover:text-ink",
  },
};

type Props = { label: string; items: readonly TabItem[]; look?: keyof typeof looks };

/** Tabs that are addresses: they work without any script of their own. On a phone the row scrolls, and the current one stays in view. */
export function TabLinks({ label, items, look = "tabs" }: Props) {
  const { row, link, current, other } = looks[look];
  return (
    <nav
      aria-label={label}
      className={clsx(
        "flex flex-wrap max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:overflow-y-clip max-sm:[scrollbar-width:none]",
        row,
      )}
    >
      {items.map((item) => (
        <a
          key={item.href}
          href={item.href}
          aria-current={item.current ? "page" : undefined}
          className={clsx(
            "flex shrink-0 items-center",
            link,
            item.current ? ["max-sm:sticky max-sm:inset-x-0", current] : other,
          )}
        >
          {item.label}
        </a>
      ))}
    </nav>
  );
}
