import type { ReactNode } from "react";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { ControlIcon } from "#components/ui/control-icons.tsx";

type Props = {
  id: string;
  /** What its button is called. */
  open: string;
  /** What its links are. */
  label: string;
  links: readonly { href: string; label: string }[];
  /** Beneath the links. */
  children?: ReactNode;
};

/**
 * What is to be had beside a participant's page. The browser's own popover: it opens without a script, and Escape or a
 * press beside it closes it.
 */
export const PageMenu = ({ id, open, label, links, children }: Props) => (
  <>
    <button
      type="button"
      popoverTarget={id}
      aria-label={open}
      title={open}
      className={buttonClass({ variant: "quiet", size: "icon" })}
    >
      <ControlIcon name="menu" />
    </button>
    <div
      id={id}
      popover="auto"
      className="no-print fixed inset-auto top-12 right-2 m-0 w-72 max-w-[calc(100vw-1rem)] rounded-lg border border-edge bg-raised p-2 text-ink shadow-lift sm:right-4"
    >
      <nav aria-label={label}>
        <ul role="list">
          {links.map((link) => (
            <li key={link.href}>
              <a
                href={link.href}
                className="target flex items-center rounded-md px-3 text-base text-ink no-underline hover:bg-sunken"
              >
                {link.label}
              </a>
            </li>
          ))}
        </ul>
        {children}
      </nav>
      <div className="mt-2 flex items-center justify-between gap-2 border-t border-line pt-2">
        <ThemeSwitch />
        <LanguageSwitch />
      </div>
    </div>
  </>
);
