/** The documentation for who is not signed in: it says nothing that the source doesn't, and nothing of anybody's templates. */
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Brand } from '../../shell/brand.tsx';
import { DocsScreen } from './docs.tsx';
import classes from './public-docs.module.css';

export const PublicDocs = () => (
  <>
    <a className="skip-link" href="#content">
      Skip to the content
    </a>
    <header className={classes['bar']}>
      <Brand withName />
      <Button component={Link} href="/sign-in" variant="default" size="xs">
        Sign in
      </Button>
    </header>
    <main id="content" className={classes['content']} tabIndex={-1}>
      <DocsScreen />
    </main>
  </>
);
