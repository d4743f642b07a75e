import { Link } from 'wouter';
import icon from '../icon.svg';
import classes from './brand.module.css';

export const Brand = () => (
  <Link href="/" className={classes['brand']} aria-label="Platen, to the templates">
    <img src={icon} width={26} height={26} alt="" />
    <span>Platen</span>
  </Link>
);
