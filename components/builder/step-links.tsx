import clsx from "clsx";
import { Icon } from "#components/ui/icons.tsx";

type Item = {
  href: string;
  number: number;
  label: string;
  current: boolean;
  /** How much is missing. */
  lacks: number;
  lacksWords: string;
};

/** Plain addresses: leaving with something unsaved asks first, and a step is always read afresh. */
export function StepLinks({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <nav aria-label={label}>
      <ol role="list" className="flex flex-wrap gap-2">
        {items.map(({ href, number, label: name, current, lacks, lacksWords }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={current ? "step" : undefined}
              className={clsx(
                "target flex items-center gap-2 rounded-md border px-3 no-underline",
                current
                  ? "border-accent bg-accent-tint font-semibold text-ink"
                  : "border-line bg-raised text-ink-muted hover:border-edge hover:text-ink",
              )}
            >
              <span className="figures">{number}</span>
              {name}
              {lacks > 0 && (
                <>
                  <span
                    aria-hidden
                    className="figures inline-flex items-center gap-1 rounded-full border border-warning px-1.5 text-sm text-warning"
                  >
                    <Icon name="warning" className="size-3.5" />
                    {lacks}
                  </span>
                  <span className="sr-only">, {lacksWords}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
