import { Link } from 'wouter';
import icon from '../icon.svg';
import classes from './brand.module.css';

/** On a phone the top bar has room for the picture alone. */
export const Brand = ({ withName = false }: { readonly withName?: boolean }) => (
  <Link
    href="/"
    className={classes['brand']}
    data-with-name={withName || undefined}
    aria-label="Platen, to the templates"
  >
    <img src={icon} width={26} height={26} alt="" />
    <span>Platen</span>
  </Link>
);
