/** The parts of a place: an address each, so that a link can name them. */
import { Link, useLocation } from 'wouter';
import classes from './sub-nav.module.css';

interface Props {
  readonly label: string;
  readonly links: readonly { readonly to: string; readonly name: string }[];
}

/** On a phone the row of links is wider than the page. */
const intoView = (link: HTMLAnchorElement | null): void =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });

export const SubNav = ({ label, links }: Props) => {
  const [location] = useLocation();
  return (
    <nav className={classes['nav']} aria-label={label}>
      {links.map(({ to, name }) => (
        <Link
          key={to}
          ref={location === to ? intoView : undefined}
          href={to}
          className={classes['link']}
          aria-current={location === to ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
};
