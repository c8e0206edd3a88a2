import clsx from "clsx";

type Props = { label: string; items: readonly { href: string; label: string; current: boolean }[] };

/** Tabs that are addresses: they work without any script of their own. */
export function TabLinks({ label, items }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 border-b border-line p-0.5 pb-0">
      {items.map((item) => (
        <a
          key={item.href}
          href={item.href}
          aria-current={item.current ? "page" : undefined}
          className={clsx(
            "target flex items-center border-b-3 px-3 font-medium",
            item.current ? "border-accent text-ink" : "border-transparent text-ink-muted hover:text-ink",
          )}
        >
          {item.label}
        </a>
      ))}
    </nav>
  );
}
