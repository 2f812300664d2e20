import './styles.ts'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { readFacts } from './boot.ts'

const facts = readFacts()
// For the styles of drawers, which lock the page behind them; Mantine asks for its own.
setNonce(facts.nonce)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App facts={facts} />
    </StrictMode>,
  )
