/** Where one is on the way, and the way back. */
import { IconCheck } from '@tabler/icons-react';
import classes from './batch.module.css';

interface Props {
  readonly names: readonly string[];
  readonly at: number;
  /** The last step that can be gone to; below 0 for none. */
  readonly reached: number;
  readonly onGo: (step: number) => void;
}

export const Steps = ({ names, at, reached, onGo }: Props) => (
  <ol className={classes['steps']} aria-label="Steps">
    {names.map((name, index) => (
      <li key={name} className={classes['step']} aria-current={index === at ? 'step' : undefined}>
        <button type="button" disabled={index > reached || index === at} onClick={() => onGo(index)}>
          <span className={classes['number']} data-done={index < at || undefined}>
            {index < at ? <IconCheck size={14} stroke={2.4} aria-hidden /> : index + 1}
          </span>
          <span className={classes['name']}>{name}</span>
        </button>
      </li>
    ))}
  </ol>
);
