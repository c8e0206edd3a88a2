import clsx from "clsx";

export type CountedLink = { name: string; count: string; href: string; isCurrent: boolean };

/** Lists to choose from, each with how many it has. */
export const CountedLinks = ({ label, links }: { label: string; links: readonly CountedLink[] }) => (
  <nav aria-label={label}>
    <ul role="list" className="flex flex-wrap gap-2">
      {links.map(({ name, count, href, isCurrent }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={isCurrent ? "true" : undefined}
            className={clsx(
              "target flex items-center gap-2 rounded-full border px-3 text-sm",
              isCurrent
                ? "border-accent bg-accent-tint font-semibold text-ink"
                : "border-edge text-accent hover:bg-sunken",
            )}
          >
            {name}
            {count && <span className="figures text-ink-muted">{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
