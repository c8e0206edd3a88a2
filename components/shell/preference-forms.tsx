import clsx from "clsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import type { Locale } from "#lib/i18n/locale.ts";
import { chooseLanguage, chooseTheme } from "#lib/preferences/actions.ts";
import { themes, type Theme } from "#lib/preferences/schema.ts";

const themeIcons = { system: "screen", light: "sun", dark: "moon" } as const;

// Plain forms: they work before, and without, any script.

export type ThemeProps = { label: string; names: Record<Theme, string>; current: Theme };

export const ThemeForm = ({ label, names, current }: ThemeProps) => (
  <form action={chooseTheme}>
    <div role="group" aria-label={label} className="flex">
      {themes.map((theme) => (
        <button
          key={theme}
          name="theme"
          value={theme}
          aria-pressed={theme === current}
          aria-label={names[theme]}
          title={names[theme]}
          className={buttonClass({ variant: theme === current ? "secondary" : "quiet", size: "icon" })}
        >
          <ControlIcon name={themeIcons[theme]} />
        </button>
      ))}
    </div>
  </form>
);

export type LanguageProps = { label: string; others: readonly { locale: Locale; name: string }[] };

export const LanguageForm = ({ label, others }: LanguageProps) => (
  <form action={chooseLanguage}>
    <div role="group" aria-label={label} className="flex">
      {others.map(({ locale, name }) => (
        <button
          key={locale}
          name="language"
          value={locale}
          lang={locale}
          className={clsx(buttonClass({ variant: "quiet" }), "max-sm:px-2")}
        >
          {name}
        </button>
      ))}
    </div>
  </form>
);
